-- Who holds a plant for good, in its row of now: people by their id, organizations by their negative id. Counts and sums
-- over all plants of a large holder read one table so. Holdings that end by themselves stay out; they are few, and joined.
alter table plant_now add column holders bigint[] not null default '{}';
update plant_now n set holders = h.ids from (
  select plant_id, array_agg(coalesce(user_id, -organisation_id)) as ids from plant_holders
  where expires_at is null group by plant_id) h
where h.plant_id = n.plant_id;

create index plant_members_ending on plant_members (user_id) where expires_at is not null;
create index plant_organisations_ending on plant_organisations (organisation_id) where expires_at is not null;

create function holder_came(plant bigint, holder bigint) returns void language sql as $$
  update plant_now set holders = holders || holder where plant_id = plant
$$;
create function holder_went(plant bigint, holder bigint) returns void language sql as $$
  update plant_now set holders = array_remove(holders, holder) where plant_id = plant
$$;

create function member_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.expires_at is null then perform holder_went(old.plant_id, old.user_id); end if;
  if tg_op <> 'DELETE' and new.expires_at is null then perform holder_came(new.plant_id, new.user_id); end if;
  return null;
end $$;
create trigger now_member_came_or_went after insert or delete on plant_members for each row
  execute function member_changed();
create trigger now_member_changed after update on plant_members for each row
  when ((old.plant_id, old.user_id, old.expires_at) is distinct from (new.plant_id, new.user_id, new.expires_at))
  execute function member_changed();

create function plant_organisation_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.expires_at is null then perform holder_went(old.plant_id, -old.organisation_id); end if;
  if tg_op <> 'DELETE' and new.expires_at is null then perform holder_came(new.plant_id, -new.organisation_id); end if;
  return null;
end $$;
create trigger now_organisation_came_or_went after insert or delete on plant_organisations for each row
  execute function plant_organisation_changed();
create trigger now_organisation_changed after update on plant_organisations for each row
  when ((old.plant_id, old.organisation_id, old.expires_at)
    is distinct from (new.plant_id, new.organisation_id, new.expires_at))
  execute function plant_organisation_changed();
