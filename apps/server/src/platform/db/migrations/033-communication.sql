-- What was heard of a logger on a day of its plant's clock: contacts, starts, signal. Written by the writer of readings,
-- every ten minutes.
create table logger_contacts (
  plant_id     bigint not null references plants (id) on delete cascade,
  logger_id    bigint not null references loggers (id) on delete cascade,
  day          date not null,
  -- one bit for each five minutes from midnight in which anything came; a day has up to 25 hours
  heard        bit(300) not null,
  handshakes   integer not null default 0,
  boots        timestamptz[] not null default '{}',
  signal_min   smallint,
  signal_max   smallint,
  signal_sum   integer not null default 0,
  signal_count integer not null default 0,
  -- from the instant of a live record to its arrival
  delay_sum_ms bigint not null default 0,
  delay_max_ms integer,
  delay_count  integer not null default 0,
  -- records that the logger had kept while it could not send
  buffered     integer not null default 0,
  firmware     text not null default '',
  primary key (plant_id, logger_id, day)
);

-- What came from a logger on a whole day and what was missing (communication/count-days.ts).
create table logger_days (
  plant_id     bigint not null references plants (id) on delete cascade,
  logger_id    bigint not null references loggers (id) on delete cascade,
  day          date not null,
  interval_s   integer not null,
  expected     integer not null,
  received     integer not null,
  gap_count    integer not null,
  longest_s    integer not null,
  -- the longest ones: {from, to, records, cause, device}
  gaps         jsonb not null,
  restarts     integer not null,
  signal_min   smallint,
  signal_max   smallint,
  signal_sum   integer not null,
  signal_count integer not null,
  delay_sum_ms bigint not null,
  delay_max_ms integer,
  delay_count  integer not null,
  buffered     integer not null,
  firmware     text not null,
  device_count integer not null,
  -- devices of which nothing came while others behind the same logger reported
  missing      bigint[] not null,
  primary key (plant_id, logger_id, day)
);

-- Up to which day a plant is counted, and how many samples each of its days had then: late records change that.
create table communication_counts (
  plant_id bigint not null references plants (id) on delete cascade,
  day      date not null,
  samples  integer not null,
  primary key (plant_id, day)
);

-- When this server ran: what lies between two rows was an outage. Written every minute by the node that leads.
create table server_times (
  from_at timestamptz primary key,
  to_at   timestamptz not null
);
