-- Lists of many plants read narrow rows first and whole plants only for the page that is shown.
-- Words and holders of a plant side by side: a word that thousands have is counted in one pass over these rows. The pieces
-- stand in the index alone.
drop trigger search_plant_added on plants;
drop trigger search_plant_changed on plants;
drop function note_plant_search();
drop table plant_search;

-- What it costs, so that no plan cuts the words of all plants into pieces instead of asking the index.
alter function search_pieces(text) cost 10000;

create table plant_search (
  plant_id bigint primary key references plants (id) on delete cascade,
  -- in small letters
  words    text not null,
  -- as plant_now.holders
  holders  bigint[] not null default '{}'
) with (fillfactor = 90);
insert into plant_search
  select p.id, lower(p.name || E'\n' || p.address), coalesce(n.holders, '{}') from plants p left join plant_now n on n.plant_id = p.id;
create index plant_search_pieces on plant_search using gin (search_pieces(words));

-- The specific yield is an order of the list; the capacity changes once in years.
alter table plant_now add column capacity_wp double precision;
update plant_now n set capacity_wp = p.capacity_wp from plants p where p.id = n.plant_id;

create function note_plant_listed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into plant_search values (new.id, lower(new.name || E'\n' || new.address));
    insert into plant_now (plant_id, capacity_wp) values (new.id, new.capacity_wp)
      on conflict (plant_id) do update set capacity_wp = excluded.capacity_wp;
  else
    update plant_search set words = lower(new.name || E'\n' || new.address) where plant_id = new.id;
    update plant_now set capacity_wp = new.capacity_wp where plant_id = new.id and capacity_wp is distinct from new.capacity_wp;
  end if;
  return null;
end $$;
create trigger listed_plant_added after insert on plants for each row execute function note_plant_listed();
create trigger listed_plant_changed after update of name, address, capacity_wp on plants for each row
  when ((old.name, old.address, old.capacity_wp) is distinct from (new.name, new.address, new.capacity_wp))
  execute function note_plant_listed();

create or replace function holder_came(plant bigint, holder bigint) returns void language sql as $$
  update plant_now set holders = holders || holder where plant_id = plant;
  update plant_search set holders = holders || holder where plant_id = plant
$$;
create or replace function holder_went(plant bigint, holder bigint) returns void language sql as $$
  update plant_now set holders = array_remove(holders, holder) where plant_id = plant;
  update plant_search set holders = array_remove(holders, holder) where plant_id = plant
$$;

-- The other orders of the list, walked until a page is full.
create index plants_by_name on plants (name, id);
create index plants_by_capacity on plants (capacity_wp, id);
create index plants_by_creation on plants (created_at, id);
create index plants_by_start on plants (started_on, id);
create index plants_by_address on plants (address, id);
