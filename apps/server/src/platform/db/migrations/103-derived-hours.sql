-- Hours whose means, extremes and last values are read from the sealed month's samples: its block holds only what differs.
-- Rows of before hold all of it until the job has written them anew.
alter table sealed_hours add column derived boolean not null default false;
create index sealed_hours_underived on sealed_hours (plant_id, device_id, month) where not derived;
