-- The beginning of a serial number that thousands of plants have is counted in the narrow rows, as a word of their names is:
-- each plant's serial numbers of devices and loggers, and who holds it for good and may see its devices.
alter table plant_search
  -- in small letters, each after a line break
  add column serials text not null default '',
  -- those of holders with the right viewPlantDevice
  add column viewers bigint[] not null default '{}';

create function plant_serials_of(plant bigint) returns text language sql stable as $$
  select coalesce(string_agg(E'\n' || x.serial, ''), '') from (
    select lower(serial) as serial from devices where plant_id = plant
    union all select lower(address) from loggers where plant_id = plant) x
$$;
create function plant_viewers_of(plant bigint) returns bigint[] language sql stable as $$
  select array(select coalesce(user_id, -organisation_id) from plant_holders
    where plant_id = plant and expires_at is null and 'viewPlantDevice' = any(rights))
$$;
-- Written anew, because an update would leave the table with twice its pages.
create table plant_search_filled as
  select plant_id, words, holders, plant_serials_of(plant_id) as serials, plant_viewers_of(plant_id) as viewers
  from plant_search;
drop index plant_search_pieces;
truncate plant_search;
insert into plant_search (plant_id, words, holders, serials, viewers)
  select plant_id, words, holders, serials, viewers from plant_search_filled order by plant_id;
create index plant_search_pieces on plant_search using gin (search_pieces(words));
drop table plant_search_filled;

create function note_plant_serials() returns trigger language plpgsql as $$
begin
  -- A plant that is deleted takes its rows along one by one.
  if tg_op <> 'INSERT' and exists (select from plants where id = old.plant_id) then
    update plant_search set serials = plant_serials_of(old.plant_id) where plant_id = old.plant_id;
  end if;
  if tg_op = 'INSERT' then
    update plant_search set serials = serials || E'\n' || lower(to_jsonb(new) ->> tg_argv[0]) where plant_id = new.plant_id;
  elsif tg_op = 'UPDATE' and new.plant_id is distinct from old.plant_id then
    update plant_search set serials = plant_serials_of(new.plant_id) where plant_id = new.plant_id;
  end if;
  return null;
end $$;
create trigger searched_device_came_or_went after insert or delete on devices for each row
  execute function note_plant_serials('serial');
create trigger searched_device_changed after update of plant_id, serial on devices for each row
  when ((old.plant_id, old.serial) is distinct from (new.plant_id, new.serial))
  execute function note_plant_serials('serial');
create trigger searched_logger_came after insert on loggers for each row when (new.plant_id is not null)
  execute function note_plant_serials('address');
create trigger searched_logger_went after delete on loggers for each row when (old.plant_id is not null)
  execute function note_plant_serials('address');
create trigger searched_logger_changed after update of plant_id, address on loggers for each row
  when ((old.plant_id, old.address) is distinct from (new.plant_id, new.address))
  execute function note_plant_serials('address');

create function note_plant_viewers() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update plant_search set viewers = plant_viewers_of(old.plant_id) where plant_id = old.plant_id;
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.plant_id <> old.plant_id) then
    update plant_search set viewers = plant_viewers_of(new.plant_id) where plant_id = new.plant_id;
  end if;
  return null;
end $$;
create trigger searched_member_came_or_went after insert or delete on plant_members for each row
  execute function note_plant_viewers();
create trigger searched_member_changed after update on plant_members for each row
  when ((old.plant_id, old.user_id, old.expires_at, old.rights)
    is distinct from (new.plant_id, new.user_id, new.expires_at, new.rights))
  execute function note_plant_viewers();
create trigger searched_organisation_came_or_went after insert or delete on plant_organisations for each row
  execute function note_plant_viewers();
create trigger searched_organisation_changed after update on plant_organisations for each row
  when ((old.plant_id, old.organisation_id, old.expires_at, old.rights)
    is distinct from (new.plant_id, new.organisation_id, new.expires_at, new.rights))
  execute function note_plant_viewers();
