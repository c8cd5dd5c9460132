-- The sealed days of a device and month (UTC) as one row, in pieces of which each is read alone
-- (telemetry/month-block.ts). A day that still has a row in sealed_days came later: readers merge both.
create table sealed_months (
  plant_id  bigint not null,
  device_id bigint not null,
  -- its first day
  month     date not null,
  samples   integer not null,
  -- where each piece of the block begins, and where the last one ends
  starts    integer[] not null,
  block     bytea not null,
  primary key (plant_id, device_id, month)
);
alter table sealed_months alter column block set storage external;
