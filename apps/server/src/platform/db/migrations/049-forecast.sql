-- What each plant will produce (forecast/): the newest forecast, and what its own history taught.
create table plant_forecasts (
  plant_id      bigint primary key references plants (id) on delete cascade,
  due_at        timestamptz not null,
  made_at       timestamptz,
  -- why there is none; '': there is
  reason        text not null default '',
  calibrated_on date,
  calibration   jsonb,
  hours         jsonb not null default '[]',
  days          jsonb not null default '[]'
);
create index plant_forecasts_due on plant_forecasts (due_at);

-- What was said about a day, by how many days before it (0: on its first hours): judged later beside what came. Wh.
create table forecast_days (
  plant_id    bigint not null references plants (id) on delete cascade,
  day         date not null,
  p10_wh      double precision[] not null,
  p50_wh      double precision[] not null,
  p90_wh      double precision[] not null,
  -- without the plant's own history
  modelled_wh double precision[] not null,
  -- of the first forecast on the day itself
  hours       jsonb,
  primary key (plant_id, day)
);
