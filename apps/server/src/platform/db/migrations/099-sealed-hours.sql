-- The hours of a device and month (UTC), opaque (telemetry/hours-block.ts). An hour that also has a row in device_rollups
-- changed after its month was sealed: the row is the whole hour.
create table sealed_hours (
  plant_id  bigint not null,
  device_id bigint not null,
  -- its first day
  month     date not null,
  hours     integer not null,
  block     bytea not null,
  primary key (plant_id, device_id, month)
);
alter table sealed_hours alter column block set storage external;
