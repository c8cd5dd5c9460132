-- Days of a device and year are sealed like the hours of a month.
alter table sealed_hours rename to sealed_periods;
alter table sealed_periods rename constraint sealed_hours_pkey to sealed_periods_pkey;
-- The first day of the month of hours, and of the year of days (UTC).
alter table sealed_periods rename column month to since;
alter table sealed_periods rename column hours to periods;
alter table sealed_periods add column resolution "char" not null default 'h';
alter table sealed_periods alter column resolution drop default;
alter table sealed_periods drop constraint sealed_periods_pkey;
alter table sealed_periods add primary key (plant_id, device_id, resolution, since);
-- Hours whose means, extremes and last values are read from the sealed month's samples: its block holds only what differs.
-- Rows of before hold all of it until the job has written them anew.
alter table sealed_periods add column derived boolean not null default false;
create index sealed_periods_underived on sealed_periods (plant_id, device_id, since) where resolution = 'h' and not derived;
