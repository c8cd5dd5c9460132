-- How far a device's own clock was off, s (positive: ahead), and the record that showed it; null: never beyond two minutes.
alter table devices
  add column clock_offset_s integer,
  add column clock_offset_at timestamptz;
create index devices_clock on devices (id) where clock_offset_s is not null;
