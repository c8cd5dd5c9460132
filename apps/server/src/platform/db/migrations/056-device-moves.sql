-- Devices that came from another plant. Their history stays with the plant where it was made: from `at` on their records
-- count for plant_id, and what they count is measured from where their counters stood.
create table device_moves (
  plant_id       bigint not null references plants (id) on delete cascade,
  device_id      bigint not null references devices (id) on delete cascade,
  at             timestamptz not null,
  from_plant_id  bigint references plants (id) on delete set null,
  from_device_id bigint references devices (id) on delete set null,
  -- the logger that moved with it: what it kept from before still belongs to from_plant_id
  logger_id      bigint references loggers (id) on delete set null,
  -- the counters of its last record before, where that is fresh; without them the first record here is the beginning
  base_at        timestamptz,
  base           jsonb not null default '{}',
  primary key (device_id, at)
);
create index device_moves_plant on device_moves (plant_id);
create index device_moves_from on device_moves (from_plant_id, from_device_id);
create index device_moves_logger on device_moves (logger_id) where logger_id is not null;
