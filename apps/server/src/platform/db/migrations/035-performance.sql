-- A plant's complete days, judged (performance/): what the light allowed, what came, and where the rest went.
create table performance_days (
  plant_id          bigint not null references plants (id) on delete cascade,
  day               date not null,
  -- where the light is known from (domain/performance/losses.ts)
  source            text not null,
  -- potential = produced + all losses, in whole Wh; produced null: nothing was measured
  potential_wh      double precision not null,
  produced_wh       double precision,
  -- the expectation holds: light known, or a clear sky
  is_judged         boolean not null,
  valid_share       double precision not null,
  capacity_wp       double precision not null,
  -- on the planes; and of the slots in which light and power are valid: energy, light, light times rating by temperature
  irradiation_wh_m2 double precision not null,
  valid_wh          double precision not null,
  valid_wh_m2       double precision not null,
  corrected_wh_m2   double precision not null,
  clock_shift_ms    integer not null,
  losses            jsonb not null,
  inverters         jsonb not null,
  -- what later days compare with
  shape             jsonb,
  -- of plant_days when this was counted: another number means that records came since
  samples           integer not null,
  generation_wh     double precision,
  primary key (plant_id, day)
);

-- How far a plant's days are judged, and when it is due again.
create table performance_plants (
  plant_id   bigint primary key references plants (id) on delete cascade,
  due_at     timestamptz not null,
  counted_at timestamptz not null,
  -- why nothing can be judged; '': it can
  reason     text not null default ''
);
create index performance_plants_due on performance_plants (due_at);
