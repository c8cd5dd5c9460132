-- Plants at the head of each order by a figure, of holders whose sums are kept, as the clock found them last. An index on the figures
-- would be written with every record.
create table fleet_firsts (
  holder    bigint not null references fleet_holders on delete cascade,
  -- the list's word for the order, and its direction
  sorted    text not null,
  plant_ids bigint[] not null,
  primary key (holder, sorted)
);
alter table fleet_holders drop column best;

-- A kind that few of many plants have is found by it, instead of reading all.
create index plants_by_type on plants (type, id);
create index plants_by_grid_type on plants (grid_type, id);
