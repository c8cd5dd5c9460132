-- Judged days in turns: the newest days of each plant first.
alter table performance_plants
  -- records of past days came; null: none since the plant was known
  add column fed_at timestamptz,
  -- days wait since; null: none does
  add column waiting_since timestamptz,
  -- from this day on rows were compared with a past that was not complete; null: none was
  add column compare_from date;

-- Days without any data leave no row.
delete from performance_days where samples = 0 and generation_wh is null;
