-- Energy is counted by meters (domain/meter.ts): a fold over the samples in the order of time.

-- What a device's meters held before its first sample of a UTC day (telemetry/meter-bytes.ts): late records count again
-- from there on.
create table meter_days (
  plant_id  bigint not null,
  device_id bigint not null,
  day       date not null,
  meters    bytea not null,
  primary key (plant_id, device_id, day)
);
alter table meter_days alter column meters set storage external;

-- What people decided on steps that were not believed.
create table step_decisions (
  plant_id   bigint not null,
  device_id  bigint not null,
  quantity   text not null,
  at         timestamptz not null,
  decision   text not null check (decision in ('accepted', 'discarded')),
  decided_at timestamptz not null default now(),
  primary key (plant_id, device_id, at, quantity)
);

-- Of the generation, and of the other flows: energy that may belong to another day, divided by the expected curve over
-- days in which nothing was heard. Of the generation: what the device itself reported of the time before its first record.
alter table plant_days
  add column generation_estimated_wh double precision not null default 0,
  add column others_estimated_wh     double precision not null default 0,
  add column reported_wh             double precision not null default 0;

-- Steps and widths belong to the counter (its profile states them), not to the device.
alter table devices drop column step_wh, drop column wraps_at_wh;
