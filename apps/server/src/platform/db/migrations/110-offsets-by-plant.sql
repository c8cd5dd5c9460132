-- On a cluster these rows are kept beside plant_days, where no foreign key reaches the plants: who deletes a plant
-- deletes them (fleet/plants/remove-plant.ts).
alter table plant_day_offsets drop constraint plant_day_offsets_plant_id_fkey;
