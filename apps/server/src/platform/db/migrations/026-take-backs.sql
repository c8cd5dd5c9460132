-- From where a plant's records came: an address (IPv4, or an IPv6 /64) of a logger. Samples name it by its slot, in the
-- upper bits of time_source (telemetry/sample.ts).
create table logger_addresses (
  plant_id  bigint not null references plants (id) on delete cascade,
  slot      smallint not null check (slot > 0),
  logger_id bigint not null references loggers (id) on delete cascade,
  address   text not null,
  first_at  timestamptz not null,
  last_at   timestamptz not null,
  -- the oldest instant of a record that came from there
  oldest_at timestamptz not null,
  records   bigint not null default 0,
  primary key (plant_id, slot),
  unique (plant_id, logger_id, address)
);

-- Everything that an address sent since an instant, taken back; and given back again, if somebody thinks better of it.
create table take_backs (
  plant_id  bigint not null references plants (id) on delete cascade,
  number    integer not null,
  logger_id bigint not null references loggers (id) on delete cascade,
  slot      smallint not null,
  address   text not null,
  since     timestamptz not null,
  -- samples from here on: before it, only if the address was first heard after `since`
  from_at   timestamptz not null,
  state     text not null default 'taking' check (state in ('taking', 'taken', 'giving', 'given')),
  records   integer not null default 0,
  taken_at  timestamptz not null,
  taken_by  bigint references users (id) on delete set null,
  primary key (plant_id, number)
);

-- Samples that no longer count, as they were.
create table taken_samples (
  plant_id    bigint not null,
  number      integer not null,
  device_id   bigint not null,
  at          timestamptz not null,
  values      double precision[] not null,
  time_source smallint not null,
  primary key (plant_id, number, device_id, at)
);
