alter table devices
  -- what a meter measures, as its owner says; null: found from the devices of the plant (domain/meter-role.ts)
  add column meter_role text check (meter_role in ('grid', 'load', 'generation')),
  -- of its current transformer: what it says is multiplied by it
  add column meter_ratio double precision not null default 1 check (meter_ratio > 0),
  -- it is wired the other way around: its import is an export
  add column meter_is_reversed boolean not null default false,
  -- named by hand; null once a logger reported it
  add column announced_at timestamptz;

create or replace trigger now_device_changed after update on devices for each row
  when ((old.plant_id, old.name, old.type, old.profile_id, old.quantities, old.flows, old.rated_w, old.logger_id, old.standing,
      old.meter_role, old.meter_ratio, old.meter_is_reversed, old.announced_at)
    is distinct from
    (new.plant_id, new.name, new.type, new.profile_id, new.quantities, new.flows, new.rated_w, new.logger_id, new.standing,
      new.meter_role, new.meter_ratio, new.meter_is_reversed, new.announced_at))
  execute function part_of_plant_changed();

-- Devices that stood where another stands now: its history goes on under the new serial number.
create table device_serials (
  plant_id  bigint not null,
  device_id bigint not null references devices (id) on delete cascade,
  serial    text not null,
  until     timestamptz not null,
  primary key (device_id, until)
);
create index device_serials_plant on device_serials (plant_id);
