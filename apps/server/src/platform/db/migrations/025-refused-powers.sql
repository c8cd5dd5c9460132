-- Powers beyond what a device can deliver: the samples keep them, no figure has them. Decisions on them stand in
-- step_decisions, at the start of the UTC day.
create table refused_powers (
  plant_id  bigint not null,
  device_id bigint not null,
  -- UTC
  day       date not null,
  quantity  text not null,
  limit_w   double precision not null,
  -- the furthest from zero
  peak_w    double precision not null,
  readings  integer not null,
  first_at  timestamptz not null,
  last_at   timestamptz not null,
  primary key (plant_id, device_id, day, quantity)
);
