-- What a battery took from the grid on a day, Wh, by the hours of the day; null: not counted, or no hours tell it. It was
-- counted when the day had so many samples: another number of samples means that it must be counted again.
alter table plant_days
  add column grid_charge_wh double precision,
  add column grid_charge_samples integer;

create or replace view plant_day_entries as
  select plant_id, day, generation_wh, import_wh, export_wh, charge_wh, discharge_wh, generator_wh, load_wh,
    refused_wh, quarantined, resets, samples, estimated, generation_estimated_wh, others_estimated_wh, reported_wh,
    null::double precision as generation_offset_wh, null::double precision as use_offset_wh,
    generation_wh as shown_generation_wh, begun, begun_minutes, begun_squares, begun_free, derived_wh,
    generation_from_power_wh, import_from_power_wh, export_from_power_wh, charge_from_power_wh, discharge_from_power_wh,
    generator_from_power_wh, load_from_power_wh, generation_gap_minutes, import_gap_minutes, export_gap_minutes,
    charge_gap_minutes, discharge_gap_minutes, generator_gap_minutes, load_gap_minutes, grid_charge_wh
  from plant_days
  union all
  select plant_id, day, null, null, null, null, null, null, null, 0, 0, 0, 0, 0, 0, 0, 0, generation_wh, use_wh,
    generation_wh, 0, 0, 0, 0, 0, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null
  from plant_day_offsets;
