-- Energy of flows that no counter measures is integrated from powers (domain/power-energy.ts): the part of a day's energy
-- that was, Wh, and the minutes of the day without a power; null: no power counts that flow.
alter table plant_days
  add column generation_from_power_wh double precision,
  add column import_from_power_wh double precision,
  add column export_from_power_wh double precision,
  add column charge_from_power_wh double precision,
  add column discharge_from_power_wh double precision,
  add column generator_from_power_wh double precision,
  add column load_from_power_wh double precision,
  add column generation_gap_minutes double precision,
  add column import_gap_minutes double precision,
  add column export_gap_minutes double precision,
  add column charge_gap_minutes double precision,
  add column discharge_gap_minutes double precision,
  add column generator_gap_minutes double precision,
  add column load_gap_minutes double precision;

create or replace view plant_day_entries as
  select plant_id, day, generation_wh, import_wh, export_wh, charge_wh, discharge_wh, generator_wh, load_wh,
    refused_wh, quarantined, resets, samples, estimated, generation_estimated_wh, others_estimated_wh, reported_wh,
    null::double precision as generation_offset_wh, null::double precision as use_offset_wh,
    generation_wh as shown_generation_wh, begun, begun_minutes, begun_squares, begun_free, derived_wh,
    generation_from_power_wh, import_from_power_wh, export_from_power_wh, charge_from_power_wh, discharge_from_power_wh,
    generator_from_power_wh, load_from_power_wh, generation_gap_minutes, import_gap_minutes, export_gap_minutes,
    charge_gap_minutes, discharge_gap_minutes, generator_gap_minutes, load_gap_minutes
  from plant_days
  union all
  select plant_id, day, null, null, null, null, null, null, null, 0, 0, 0, 0, 0, 0, 0, 0, generation_wh, use_wh,
    generation_wh, 0, 0, 0, 0, 0, null, null, null, null, null, null, null, null, null, null, null, null, null, null
  from plant_day_offsets;

-- Devices that send a power without a counter of its energy, and imported powers.
insert into recounts (plant_id)
  select distinct d.plant_id from devices d where d.profile_id <> 'import' and (
    (d.quantities && '{acPowerW,pvPowerW,pv1PowerW}' and not d.quantities && '{generationTotalWh,generationTodayWh}')
    or ('gridPowerW' = any(d.quantities) and not (d.quantities && '{gridImportTotalWh,gridImportTodayWh}'
      and d.quantities && '{gridExportTotalWh,gridExportTodayWh}'))
    or ('batteryPowerW' = any(d.quantities)
      and not (d.quantities && '{batteryChargeTotalWh,batteryChargeTodayWh}'
        and d.quantities && '{batteryDischargeTotalWh,batteryDischargeTodayWh}'))
    or ('generatorPowerW' = any(d.quantities) and not d.quantities && '{generatorTotalWh,generatorTodayWh}')
    or ('loadPowerW' = any(d.quantities) and not d.quantities && '{loadTotalWh,loadTodayWh}'))
  union select i.plant_id from history_imports i, jsonb_array_elements(i.mapping -> 'columns') c
    where i.device_id is not null and c ->> 'form' = 'power'
  on conflict (plant_id) do update set asked = recounts.asked + 1, asked_at = now(), state = 'queued';
