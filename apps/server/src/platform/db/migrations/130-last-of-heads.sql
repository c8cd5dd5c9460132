-- Figure and id of the last kept plant: heads that have fallen behind it since are no heads any more.
truncate fleet_firsts;
alter table fleet_firsts
  add column last_figure text not null,
  add column last_id     bigint not null;
