alter table devices
  -- what its lifetime counter of generation measures, as its owner says; null: the profile or its nights tell
  -- (domain/counter-meaning.ts)
  add column counter_meaning text check (counter_meaning in ('pv', 'acOutput'));

create or replace trigger now_device_changed after update on devices for each row
  when ((old.plant_id, old.name, old.type, old.profile_id, old.quantities, old.flows, old.rated_w, old.logger_id, old.standing,
      old.meter_role, old.meter_ratio, old.meter_is_reversed, old.announced_at, old.counter_meaning)
    is distinct from
    (new.plant_id, new.name, new.type, new.profile_id, new.quantities, new.flows, new.rated_w, new.logger_id, new.standing,
      new.meter_role, new.meter_ratio, new.meter_is_reversed, new.announced_at, new.counter_meaning))
  execute function part_of_plant_changed();

-- Share of the generation that follows from a hybrid's counter and its battery, or from the power of its cells.
alter table plant_days add column derived_wh double precision not null default 0;

create or replace view plant_day_entries as
  select plant_id, day, generation_wh, import_wh, export_wh, charge_wh, discharge_wh, generator_wh, load_wh,
    refused_wh, quarantined, resets, samples, estimated, generation_estimated_wh, others_estimated_wh, reported_wh,
    null::double precision as generation_offset_wh, null::double precision as use_offset_wh,
    generation_wh as shown_generation_wh, begun, begun_minutes, begun_squares, begun_free, derived_wh
  from plant_days
  union all
  select plant_id, day, null, null, null, null, null, null, null, 0, 0, 0, 0, 0, 0, 0, 0, generation_wh, use_wh,
    generation_wh, 0, 0, 0, 0, 0
  from plant_day_offsets;

-- The rules of hybrids have changed.
insert into recounts (plant_id) select distinct plant_id from devices
    where quantities @> '{batteryPowerW,generationTotalWh}'
      and exists (select from device_latest l where l.device_id = devices.id and l.plant_id = devices.plant_id)
  on conflict (plant_id) do update set asked = recounts.asked + 1, asked_at = now(), state = 'queued';
