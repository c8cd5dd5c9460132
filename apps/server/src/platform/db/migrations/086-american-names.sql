-- Names in American English, as in the code; keys and codes in stored documents follow.
create function pg_temp.american(name text) returns text language sql immutable as
  $$ select replace(replace(name, 'organisation', 'organization'), 'centre', 'center') $$;

do $$
declare
  item record;
begin
  for item in
    select c.oid::regclass as relation, case c.relkind when 'v' then 'view' else 'table' end as kind, a.attname as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and a.attnum > 0
      and not a.attisdropped and a.attinhcount = 0 and a.attname ~ 'organisation|centre'
  loop
    execute format('alter %s %s rename column %I to %I', item.kind, item.relation, item.name,
      pg_temp.american(item.name));
  end loop;
  for item in
    select conrelid::regclass as relation, conname as name from pg_constraint
    where connamespace = 'public'::regnamespace and conrelid <> 0 and coninhcount = 0 and conname ~ 'organisation|centre'
  loop
    execute format('alter table %s rename constraint %I to %I', item.relation, item.name, pg_temp.american(item.name));
  end loop;
  for item in
    select tgrelid::regclass as relation, tgname as name from pg_trigger
    where not tgisinternal and tgparentid = 0 and tgname ~ 'organisation|centre'
  loop
    execute format('alter trigger %I on %s rename to %I', item.name, item.relation, pg_temp.american(item.name));
  end loop;
  for item in
    select c.relname as name,
      case c.relkind when 'v' then 'view' when 'S' then 'sequence' when 'i' then 'index' else 'table' end as kind
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'S', 'i')
      and c.relname ~ 'organisation|centre'
  loop
    execute format('alter %s %I rename to %I', item.kind, item.name, pg_temp.american(item.name));
  end loop;
  for item in
    select p.oid::regprocedure as routine, p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname ~ 'organisation|centre'
  loop
    execute format('alter function %s rename to %I', item.routine, pg_temp.american(item.name));
  end loop;
  -- What the bodies name was renamed above.
  for item in
    select pg_get_functiondef(p.oid) as definition from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prosrc ~ 'organisation|centre'
  loop
    execute pg_temp.american(item.definition);
  end loop;
end $$;

update audit_log set detail = replace(detail::text, '"organisationId"', '"organizationId"')::jsonb
  where detail::text like '%"organisationId"%';
update binned_plants set organizations = replace(organizations::text, '"organisation_id"', '"organization_id"')::jsonb;
update messages set entries = replace(entries::text, '"organisation"', '"organization"')::jsonb
  where entries::text like '%"organisation"%';

create function pg_temp.american_brand(data jsonb) returns jsonb language sql immutable as $$
  select replace(replace(replace(data::text, '"colours":', '"colors":'),
    '"organisationCreate"', '"organizationCreate"'), '"organisationManage"', '"organizationManage"')::jsonb
$$;
update brands set data = pg_temp.american_brand(data);
update brand_versions set data = pg_temp.american_brand(data);

-- Letters that wait in the queue.
do $$
begin
  if to_regclass('pgboss.job') is not null then
    update pgboss.job set data = replace(data::text, '"organisationInvitation"', '"organizationInvitation"')::jsonb
      where data::text like '%"organisationInvitation"%' and state < 'completed';
  end if;
end $$;
