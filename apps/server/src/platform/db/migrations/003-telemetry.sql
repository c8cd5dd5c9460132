-- Telemetry. Every unique key leads with plant_id and nothing refers to another plant, so that these tables can be
-- distributed by plant_id (Citus) without a change.

-- Hot rows: one per sample, a partition per UTC day. Rows of days that have no partition any more (late records) land in
-- samples_late until they are sealed.
create table samples (
  plant_id    bigint not null,
  device_id   bigint not null,
  at          timestamptz not null,
  values      double precision[] not null,
  -- 0 frame, 1 boot, 2 device-clock, 3 received (domain/reading.ts TimeSource)
  time_source smallint not null default 0,
  primary key (plant_id, device_id, at)
) partition by range (at);
create table samples_late partition of samples default;

-- Sealed days: one row per device and UTC day; telemetry/block.ts has the layout.
create table sealed_days (
  plant_id  bigint not null,
  device_id bigint not null,
  day       date not null,
  samples   integer not null,
  block     bytea not null,
  primary key (plant_id, device_id, day)
);
alter table sealed_days alter column block set storage external;

-- One row per device: the newest value of each quantity, and what append carries from sample to sample, the open hour
-- and day among it (opaque, telemetry/device-state.ts). Every append locks the row, which serialises writers of one
-- device. Room on the page lets the update of each sample stay there and touch no index.
create table device_latest (
  plant_id  bigint not null,
  device_id bigint not null,
  last      bytea not null default '',
  open      bytea not null default '',
  primary key (plant_id, device_id)
) with (fillfactor = 50, toast_tuple_target = 4080);
alter table device_latest alter column last set storage external, alter column open set storage external;

-- Closed periods of a device, opaque (telemetry/accumulator.ts).
-- resolution: h hour, d day, m month, y year; start is the plant-local start of the period as an instant.
create table device_rollups (
  plant_id   bigint not null,
  device_id  bigint not null,
  resolution "char" not null,
  start      timestamptz not null,
  acc        bytea not null,
  primary key (plant_id, device_id, resolution, start)
);
alter table device_rollups alter column acc set storage external;

-- The plant's energies per local day; months and years are sums of these rows.
create table plant_days (
  plant_id      bigint not null,
  day           date not null,
  generation_wh double precision,
  import_wh     double precision,
  export_wh     double precision,
  charge_wh     double precision,
  discharge_wh  double precision,
  generator_wh  double precision,
  load_wh       double precision,
  refused_wh    double precision not null default 0,
  quarantined   integer not null default 0,
  resets        integer not null default 0,
  samples       integer not null default 0,
  estimated     integer not null default 0,
  primary key (plant_id, day)
) with (fillfactor = 50);
create index plant_days_day on plant_days (day);

-- Steps that were not believed: shown, countable, never in a sum.
create table quarantine (
  plant_id  bigint not null,
  device_id bigint not null,
  quantity  text not null,
  at        timestamptz not null,
  before_wh double precision not null,
  after_wh  double precision not null,
  primary key (plant_id, device_id, at, quantity)
);
