-- Open live streams end at once when what they rest on is taken. Whoever writes these tables, by whatever way, tells all
-- nodes when the transaction commits: no writer can forget it. The payload names whom it concerns: user:7, organisation:7,
-- plant:7. PostgreSQL sends the same payload of one transaction once.

create function access_of_user_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform pg_notify('access_changed', 'user:' || old.user_id); end if;
  if tg_op <> 'DELETE' and (tg_op = 'INSERT' or new.user_id <> old.user_id) then
    perform pg_notify('access_changed', 'user:' || new.user_id);
  end if;
  return null;
end $$;

create function access_of_organisation_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform pg_notify('access_changed', 'organisation:' || old.organisation_id); end if;
  if tg_op <> 'DELETE' and (tg_op = 'INSERT' or new.organisation_id <> old.organisation_id) then
    perform pg_notify('access_changed', 'organisation:' || new.organisation_id);
  end if;
  return null;
end $$;

create function access_of_itself_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('access_changed', tg_argv[0] || ':' || new.id);
  return null;
end $$;

-- A session that is only used or renewed rests on the same as before.
create trigger access_session_ended after delete on sessions for each row execute function access_of_user_changed();
create trigger access_session_changed after update of user_id, organisation_id, expires_at on sessions for each row
  when ((old.user_id, old.organisation_id) is distinct from (new.user_id, new.organisation_id)
    or new.expires_at < old.expires_at)
  execute function access_of_user_changed();
create trigger access_token_ended after delete on access_tokens for each row execute function access_of_user_changed();
create trigger access_token_changed after update of scopes, expires_at, organisation_id on access_tokens for each row
  execute function access_of_user_changed();
create trigger access_member_changed after insert or update or delete on plant_members for each row
  execute function access_of_user_changed();
create trigger access_colleague_changed after insert or update or delete on organisation_members for each row
  execute function access_of_user_changed();
create trigger access_share_changed after insert or update or delete on plant_organisations for each row
  execute function access_of_organisation_changed();
create trigger access_user_moved after update of moved_to, is_admin on users for each row
  when ((old.moved_to, old.is_admin) is distinct from (new.moved_to, new.is_admin))
  execute function access_of_itself_changed('user');
create trigger access_support_changed after update of auth_open on plants for each row
  when (old.auth_open is distinct from new.auth_open)
  execute function access_of_itself_changed('plant');
