-- Worst first: a plant with the open alarm of a fault comes with those whose devices report one.
alter table plant_now add column worst_rank smallint not null
  generated always as (case when alarm_level = 2 then 0 else status_rank end) stored;
create index plant_now_worst on plant_now (worst_rank, plant_id);
