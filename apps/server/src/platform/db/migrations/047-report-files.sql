-- Reports: of a plant, or of all plants that the identity may see.
alter table plant_exports
  -- null: all plants
  alter column plant_id drop not null,
  -- the host that the person visited, for the brand of a report
  add column host text not null default '';
alter table export_schedules
  alter column plant_id drop not null,
  add column host text not null default '';
