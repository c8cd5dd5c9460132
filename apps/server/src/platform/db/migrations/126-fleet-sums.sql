-- Sums of large fleets, kept beside the rows of now and changed by the same transactions, so that pages of a holder of a million
-- plants read a few hundred rows. Every writer only appends what it changed; the clock joins the rows of a holder from time to
-- time. No two transactions wait for the same row.

-- All that a sum needs stands in the row of now: what it said before and what it says now are two versions of one row.
alter table plant_now
  add column latitude double precision not null default 0,
  add column longitude double precision not null default 0,
  add column currency text not null default '',
  add column price_per_kwh double precision,
  add column tariffs integer not null default 0;
update plant_now n set latitude = p.latitude, longitude = p.longitude, currency = p.currency, price_per_kwh = p.price_per_kwh,
  tariffs = (select count(*) from tariffs t where t.plant_id = p.id)
from plants p where p.id = n.plant_id;

create or replace function note_plant_listed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into plant_search values (new.id, lower(new.name || E'\n' || new.address));
    insert into plant_now (plant_id, capacity_wp, latitude, longitude, currency, price_per_kwh)
      values (new.id, new.capacity_wp, new.latitude, new.longitude, new.currency, new.price_per_kwh)
      on conflict (plant_id) do update set capacity_wp = excluded.capacity_wp, latitude = excluded.latitude,
        longitude = excluded.longitude, currency = excluded.currency, price_per_kwh = excluded.price_per_kwh;
  else
    if (old.name, old.address) is distinct from (new.name, new.address) then
      update plant_search set words = lower(new.name || E'\n' || new.address) where plant_id = new.id;
    end if;
    update plant_now set capacity_wp = new.capacity_wp, latitude = new.latitude, longitude = new.longitude,
        currency = new.currency, price_per_kwh = new.price_per_kwh
      where plant_id = new.id and (capacity_wp, latitude, longitude, currency, price_per_kwh)
        is distinct from (new.capacity_wp, new.latitude, new.longitude, new.currency, new.price_per_kwh);
  end if;
  return null;
end $$;
drop trigger listed_plant_changed on plants;
create trigger listed_plant_changed after update of name, address, capacity_wp, latitude, longitude, currency, price_per_kwh
  on plants for each row
  when ((old.name, old.address, old.capacity_wp, old.latitude, old.longitude, old.currency, old.price_per_kwh)
    is distinct from (new.name, new.address, new.capacity_wp, new.latitude, new.longitude, new.currency, new.price_per_kwh))
  execute function note_plant_listed();

create function note_plant_tariffs() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then update plant_now set tariffs = tariffs - 1 where plant_id = old.plant_id; end if;
  if tg_op <> 'DELETE' then update plant_now set tariffs = tariffs + 1 where plant_id = new.plant_id; end if;
  return null;
end $$;
create trigger listed_tariff_came_or_went after insert or delete on tariffs for each row execute function note_plant_tariffs();
create trigger listed_tariff_moved after update of plant_id on tariffs for each row
  when (old.plant_id <> new.plant_id) execute function note_plant_tariffs();

-- Holders whose sums are kept, by the key of plant_now.holders. Readers take the sums once they are counted.
create table fleet_holders (
  holder      bigint primary key,
  is_counted  boolean not null default false,
  -- of the plants' yesterdays, renewed by the clock
  yesterday_known integer not null default 0,
  yesterday_wh    double precision,
  -- the plants with the highest specific yields of today, as the clock found them last
  best        bigint[] not null default '{}',
  looked_at   timestamptz
);

-- Values are whole numbers of mW, 0.1 mWh, millionths of the currency and mWp: such sums are exact in any order.
create table fleet_sums (
  holder      bigint not null,
  status_rank smallint not null,
  currency    text not null,
  plants      double precision not null,
  powered     double precision not null,
  power       double precision not null,
  known       double precision not null,
  energy      double precision not null,
  priced      double precision not null,
  -- priced, and their energy of today is known
  earning     double precision not null,
  money       double precision not null,
  tariffed    double precision not null,
  capacity    double precision not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
create index fleet_sums_of on fleet_sums (holder);

-- Of squares of 360 / 2^level degrees, numbered from 180 W and 90 S; places are millionths of a degree.
create table fleet_tiles (
  holder      bigint not null,
  level       smallint not null,
  x           integer not null,
  y           integer not null,
  status_rank smallint not null,
  plants      double precision not null,
  latitudes   double precision not null,
  longitudes  double precision not null,
  primary key (holder, level, x, y, status_rank)
) with (fillfactor = 90);
create table fleet_tile_changes (like fleet_tiles) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
create index fleet_tile_changes_of on fleet_tile_changes (holder);

-- The part of a plant in a sum; a figure that no plant can have counts as the highest that one can.
create function fleet_part(value double precision, unit double precision) returns double precision language sql immutable
  return round(least(1e12, greatest(-1e12, coalesce(value, 0))) * unit);

do $migration$
declare
  op text;
begin
  foreach op in array array['insert', 'update', 'delete'] loop
    execute format($create$
      create function note_fleet_sums_%1$s() returns trigger language plpgsql as $body$
      begin
        insert into fleet_sums
          select * from (
            select f.holder, x.status_rank, x.currency, sum(x.sign) as plants, sum(x.sign * num_nonnulls(x.pv_w)) as powered,
              sum(x.sign * fleet_part(x.pv_w, 1e3)) as power, sum(x.sign * num_nonnulls(x.today_wh)) as known,
              sum(x.sign * fleet_part(x.today_wh, 1e4)) as energy,
              sum(x.sign * case when x.tariffs = 0 then num_nonnulls(x.price_per_kwh) else 0 end) as priced,
              sum(x.sign * case when x.tariffs = 0 then num_nonnulls(x.today_wh * x.price_per_kwh) else 0 end) as earning,
              sum(x.sign * case when x.tariffs = 0 then fleet_part(x.today_wh / 1000 * x.price_per_kwh, 1e6) else 0 end) as money,
              sum(x.sign * case when x.tariffs = 0 then 0 else 1 end) as tariffed,
              sum(x.sign * fleet_part(x.capacity_wp, 1e3)) as capacity
            from (%2$s) x join fleet_holders f on f.holder = any(x.holders)
            group by f.holder, x.status_rank, x.currency) c
          where (plants, powered, power, known, energy, priced, earning, money, tariffed, capacity)
            <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        return null;
      end $body$
    $create$, op, concat_ws(' union all ', case when op <> 'insert' then 'select -1 as sign, * from was' end,
      case when op <> 'delete' then 'select 1 as sign, * from became' end));
  end loop;
end $migration$;

create function add_to_fleet_tiles(n plant_now, sign integer) returns void language sql as $$
  insert into fleet_tile_changes
    select f.holder, level, floor((n.longitude + 180) / 360 * 2 ^ level), floor((n.latitude + 90) / 360 * 2 ^ level), n.status_rank,
      sign, sign * round(n.latitude * 1e6), sign * round(n.longitude * 1e6)
    from fleet_holders f, unnest('{9,12}'::smallint[]) level where f.holder = any(n.holders)
$$;
create function note_fleet_tiles() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform add_to_fleet_tiles(old, -1); end if;
  if tg_op <> 'DELETE' then perform add_to_fleet_tiles(new, 1); end if;
  return null;
end $$;

-- Where nobody holds many plants there are no triggers, so that storing a record costs what it did.
create function are_fleets_noted() returns boolean language sql stable as $$
  select exists (select from pg_trigger where tgrelid = 'plant_now'::regclass and tgname = 'summed_plant_updated')
$$;
create function note_fleets() returns void language plpgsql as $$
begin
  lock table plant_now in share row exclusive mode;
  if are_fleets_noted() then return; end if;
  create trigger summed_plant_inserted after insert on plant_now referencing new table as became
    for each statement execute function note_fleet_sums_insert();
  create trigger summed_plant_updated after update on plant_now referencing old table as was new table as became
    for each statement execute function note_fleet_sums_update();
  create trigger summed_plant_deleted after delete on plant_now referencing old table as was
    for each statement execute function note_fleet_sums_delete();
  create trigger mapped_plant_came after insert on plant_now for each row when (new.holders <> '{}')
    execute function note_fleet_tiles();
  create trigger mapped_plant_went after delete on plant_now for each row when (old.holders <> '{}')
    execute function note_fleet_tiles();
  create trigger mapped_plant_changed after update on plant_now for each row
    when ((old.status_rank, old.latitude, old.longitude, old.holders)
      is distinct from (new.status_rank, new.latitude, new.longitude, new.holders))
    execute function note_fleet_tiles();
  -- Counts of before, as after a restored backup, may have missed something.
  update fleet_holders set is_counted = false;
end $$;
create function note_no_fleets() returns void language plpgsql as $$
declare
  item record;
begin
  lock table plant_now in share row exclusive mode;
  if exists (select from fleet_holders) then return; end if;
  for item in select tgname from pg_trigger where tgrelid = 'plant_now'::regclass and tgname ~ '^(summed|mapped)_plant_' loop
    execute format('drop trigger %I on plant_now', item.tgname);
  end loop;
end $$;
