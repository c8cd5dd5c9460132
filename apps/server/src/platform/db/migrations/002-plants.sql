create table plants (
  id             bigint generated always as identity primary key,
  name           text not null,
  type           text not null,
  grid_type      text not null,
  capacity_wp    double precision not null check (capacity_wp > 0),
  latitude       double precision not null check (latitude between -90 and 90),
  longitude      double precision not null check (longitude between -180 and 180),
  altitude_m     double precision not null default 0,
  address        text not null default '',
  country        text not null default '',
  zone           text not null,
  currency       text not null,
  price_per_kwh  double precision,
  azimuth_deg    double precision not null default 180,
  tilt_deg       double precision not null default 20,
  started_on     date,
  created_by     bigint references users (id) on delete set null,
  created_at     timestamptz not null default now()
);

-- Who sees a plant, and what they may do there (the eight flags of the field).
create table plant_members (
  plant_id bigint not null references plants (id) on delete cascade,
  user_id  bigint not null references users (id) on delete cascade,
  role     text not null check (role in ('owner', 'admin', 'viewer')),
  rights   text[] not null,
  since    timestamptz not null default now(),
  primary key (user_id, plant_id)
);
create index plant_members_plant on plant_members (plant_id);

-- A logger is known from its first frame or from its registration, whichever comes first. plant_id null: seen, unclaimed.
create table loggers (
  serial            bigint primary key check (serial between 0 and 4294967295),
  plant_id          bigint references plants (id) on delete set null,
  registered_at     timestamptz,
  registered_by     bigint references users (id) on delete set null,
  first_seen_at     timestamptz,
  last_seen_at      timestamptz,
  last_data_at      timestamptz,
  remote_address    text not null default '',
  firmware          text not null default '',
  mac               text not null default '',
  local_address     text not null default '',
  ssid              text not null default '',
  signal_percent    smallint,
  interval_minutes  smallint not null default 5,
  heartbeat_s       integer not null default 120,
  working_s         bigint,
  total_working_s   bigint,
  -- boot base (total - poweron) -> offset, the last few: resolves the time of buffered records (protocols.md 2.2)
  boot_offsets      jsonb not null default '[]',
  duplicate_seen_at timestamptz,
  rejected_records  bigint not null default 0
);
create index loggers_plant on loggers (plant_id);
create index loggers_unclaimed on loggers (last_seen_at) where plant_id is null;

create table devices (
  id            bigint generated always as identity primary key,
  plant_id      bigint not null references plants (id) on delete cascade,
  logger_serial bigint,
  serial        text not null,
  name          text not null,
  type          text not null,
  profile_id    text not null,
  -- order of the numbers in samples.values; only ever grows
  quantities    text[] not null default '{}',
  -- which of the plant's energies this device measures (domain/energy-flow.ts)
  flows         text[] not null default '{}',
  rated_w       double precision,
  step_wh       double precision not null default 100,
  wraps_at_wh   double precision,
  texts         jsonb not null default '{}',
  created_at    timestamptz not null default now(),
  unique (plant_id, serial)
);
create index devices_logger on devices (logger_serial);
