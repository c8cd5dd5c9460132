alter table devices
  -- powers whose sign is the opposite of what the device says, as its owner or the balance of the plant says; a meter that
  -- faces the other way is meter_is_reversed, which turns its counters too
  add column turned_powers text[] not null default '{}' check (turned_powers <@ array['grid', 'battery']),
  drop constraint devices_meter_role_check,
  -- other: of another plant or consumer, in no sum of this one
  add constraint devices_meter_role_check check (meter_role in ('grid', 'load', 'generation', 'other'));

create or replace trigger now_device_changed after update on devices for each row
  when ((old.plant_id, old.name, old.type, old.profile_id, old.quantities, old.flows, old.rated_w, old.logger_id, old.standing,
      old.meter_role, old.meter_ratio, old.meter_is_reversed, old.announced_at, old.counter_meaning, old.turned_powers)
    is distinct from
    (new.plant_id, new.name, new.type, new.profile_id, new.quantities, new.flows, new.rated_w, new.logger_id, new.standing,
      new.meter_role, new.meter_ratio, new.meter_is_reversed, new.announced_at, new.counter_meaning, new.turned_powers))
  execute function part_of_plant_changed();
