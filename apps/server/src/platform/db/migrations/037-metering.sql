-- How a plant's energies are counted (domain/metering.ts); empty: by its devices' roles and all their counters.
alter table plants add column metering jsonb not null default '{}' check (jsonb_typeof(metering) = 'object');
-- The same for each device, from which day on; null: `flows` alone. Written with flows (devices/assign-plant-flows.ts).
alter table devices add column metering jsonb;

create trigger now_plant_metering_changed after update on plants for each row
  when (old.metering is distinct from new.metering) execute function plant_was_changed();

-- What people add to a day's energy, or take from it, Wh.
create table plant_day_offsets (
  plant_id      bigint not null references plants (id) on delete cascade,
  day           date not null,
  generation_wh double precision not null default 0,
  use_wh        double precision not null default 0,
  primary key (plant_id, day)
);

-- What was measured on the days of plants, and what people added: sums over both are the figures of a period.
create view plant_day_entries as
  select plant_id, day, generation_wh, import_wh, export_wh, charge_wh, discharge_wh, generator_wh, load_wh,
    refused_wh, quarantined, resets, samples, estimated, generation_estimated_wh, others_estimated_wh, reported_wh,
    null::double precision as generation_offset_wh, null::double precision as use_offset_wh,
    generation_wh as shown_generation_wh
  from plant_days
  union all
  select plant_id, day, null, null, null, null, null, null, null, 0, 0, 0, 0, 0, 0, 0, 0, generation_wh, use_wh,
    generation_wh
  from plant_day_offsets;
