-- A plant with the open alarm of a warning comes after those in trouble by their status, and before those without one. Ranks
-- are doubled to make room: 6 is a plant whose data is late.
drop index plant_now_worst;
create index plant_now_worst on plant_now ((case when alarm_level = 2 then 0 when alarm_level = 1 then least(status_rank * 2, 7)
  else status_rank * 2 end), plant_id);

-- Plants with the open alarm of a fault or a warning, in the kept sums; these are counted anew.
alter table fleet_sums add column alarmed double precision not null default 0;
update fleet_holders set is_counted = false;

do $migration$
declare
  op text;
begin
  foreach op in array array['insert', 'update', 'delete'] loop
    execute format($create$
      create or replace function note_fleet_sums_%1$s() returns trigger language plpgsql as $body$
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
              sum(x.sign * fleet_part(x.capacity_wp, 1e3)) as capacity,
              sum(x.sign * case when x.alarm_level > 0 then 1 else 0 end) as alarmed
            from (%2$s) x join fleet_holders f on f.holder = any(x.holders)
            group by f.holder, x.status_rank, x.currency) c
          where (plants, powered, power, known, energy, priced, earning, money, tariffed, capacity, alarmed)
            <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        return null;
      end $body$
    $create$, op, concat_ws(' union all ', case when op <> 'insert' then 'select -1 as sign, * from was' end,
      case when op <> 'delete' then 'select 1 as sign, * from became' end));
  end loop;
end $migration$;
