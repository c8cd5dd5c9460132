-- Lists, sums, maps and screens show a plant to those who may view it, as its own page does: whoever holds it without the
-- right viewPlantInfo sees its name alone. The holders in the narrow rows are those with the right from now on.
create view plant_viewers as
  select plant_id, user_id, organisation_id, role, rights, expires_at, since from plant_holders
  where 'viewPlantInfo' = any(rights);

create index plant_members_by_name on plant_members (user_id) where not 'viewPlantInfo' = any(rights);
create index plant_organisations_by_name on plant_organisations (organisation_id) where not 'viewPlantInfo' = any(rights);

create or replace function member_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.expires_at is null and 'viewPlantInfo' = any(old.rights) then
    perform holder_went(old.plant_id, old.user_id);
  end if;
  if tg_op <> 'DELETE' and new.expires_at is null and 'viewPlantInfo' = any(new.rights) then
    perform holder_came(new.plant_id, new.user_id);
  end if;
  return null;
end $$;
drop trigger now_member_changed on plant_members;
create trigger now_member_changed after update on plant_members for each row
  when ((old.plant_id, old.user_id, old.expires_at, old.rights)
    is distinct from (new.plant_id, new.user_id, new.expires_at, new.rights))
  execute function member_changed();

create or replace function plant_organisation_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.expires_at is null and 'viewPlantInfo' = any(old.rights) then
    perform holder_went(old.plant_id, -old.organisation_id);
  end if;
  if tg_op <> 'DELETE' and new.expires_at is null and 'viewPlantInfo' = any(new.rights) then
    perform holder_came(new.plant_id, -new.organisation_id);
  end if;
  return null;
end $$;
drop trigger now_organisation_changed on plant_organisations;
create trigger now_organisation_changed after update on plant_organisations for each row
  when ((old.plant_id, old.organisation_id, old.expires_at, old.rights)
    is distinct from (new.plant_id, new.organisation_id, new.expires_at, new.rights))
  execute function plant_organisation_changed();

do $$ declare held record; begin
  for held in select plant_id, coalesce(user_id, -organisation_id) as holder from plant_holders
    where expires_at is null and not 'viewPlantInfo' = any(rights) loop
    perform holder_went(held.plant_id, held.holder);
  end loop;
end $$;
