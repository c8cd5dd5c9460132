alter table devices
  -- serial number of the device of the plant that this one is too, read another way: that one counts
  add column same_as text,
  -- days on which nothing of it counts for the plant: [{"from": "2026-06-15", "until": "9999-12-31"}]
  add column apart jsonb not null default '[]';
create index devices_same_as on devices (plant_id, same_as) where same_as is not null;

-- Devices whose powers were alike over a day: what people have not answered yet is offered.
create table device_likenesses (
  plant_id  bigint not null references plants (id) on delete cascade,
  device_id bigint not null references devices (id) on delete cascade,
  other_id  bigint not null references devices (id) on delete cascade,
  -- correlation of their powers over that day
  likeness  double precision not null,
  seen_at   timestamptz not null,
  -- a person says that these are two devices
  is_denied boolean not null default false,
  primary key (device_id, other_id),
  check (device_id < other_id)
);
create index device_likenesses_plant on device_likenesses (plant_id);

create or replace trigger now_device_changed after update on devices for each row
  when ((old.plant_id, old.name, old.type, old.profile_id, old.quantities, old.flows, old.rated_w, old.logger_id, old.standing,
      old.meter_role, old.meter_ratio, old.meter_is_reversed, old.announced_at, old.counter_meaning, old.turned_powers, old.apart)
    is distinct from
    (new.plant_id, new.name, new.type, new.profile_id, new.quantities, new.flows, new.rated_w, new.logger_id, new.standing,
      new.meter_role, new.meter_ratio, new.meter_is_reversed, new.announced_at, new.counter_meaning, new.turned_powers, new.apart))
  execute function part_of_plant_changed();

-- When the device that counts leaves its plant, the other one counts from the next day on; and no more when it returns.
create function second_source_follows() returns trigger language plpgsql as $$
begin
  update devices s set apart = (
      select jsonb_agg(jsonb_set(span, '{until}', to_jsonb(case when new.removed_at is not null and new.logger_id is null
        then to_char(new.removed_at at time zone p.zone, 'YYYY-MM-DD') else '9999-12-31' end)))
      from jsonb_array_elements(s.apart) span, plants p where p.id = new.plant_id)
    where s.plant_id = new.plant_id and s.same_as = new.serial and s.id <> new.id;
  return null;
end $$;
create trigger second_source_follows after update of removed_at, logger_id on devices for each row
  when ((old.removed_at is not null and old.logger_id is null) is distinct from (new.removed_at is not null and new.logger_id is null))
  execute function second_source_follows();
