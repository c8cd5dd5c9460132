-- On the day on which a counter is first heard the time before is unknown: how many counters began so, at which minutes of
-- the plant's day, and the squares of those, which say whether they began together.
alter table plant_days
  add column begun integer not null default 0,
  add column begun_minutes integer not null default 0,
  add column begun_squares double precision not null default 0,
  -- of which nothing was before: they fit any beginning up to there
  add column begun_free integer not null default 0;

create or replace view plant_day_entries as
  select plant_id, day, generation_wh, import_wh, export_wh, charge_wh, discharge_wh, generator_wh, load_wh,
    refused_wh, quarantined, resets, samples, estimated, generation_estimated_wh, others_estimated_wh, reported_wh,
    null::double precision as generation_offset_wh, null::double precision as use_offset_wh,
    generation_wh as shown_generation_wh, begun, begun_minutes, begun_squares, begun_free
  from plant_days
  union all
  select plant_id, day, null, null, null, null, null, null, null, 0, 0, 0, 0, 0, 0, 0, 0, generation_wh, use_wh,
    generation_wh, 0, 0, 0, 0
  from plant_day_offsets;

insert into recounts (plant_id) select distinct plant_id from device_latest
  on conflict (plant_id) do update set asked = recounts.asked + 1, asked_at = now(), state = 'queued';
