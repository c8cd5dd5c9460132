-- Modules that face several ways: [{name, azimuthDeg, tiltDeg, capacityWp}]; empty: all on the plane of the plant's record.
alter table plants add column planes jsonb not null default '[]' check (jsonb_typeof(planes) = 'array');

create trigger now_plant_planes_changed after update on plants for each row
  when (old.planes is distinct from new.planes) execute function plant_was_changed();
