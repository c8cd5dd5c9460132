-- An inverter beyond the plant's rating counts once somebody confirmed it (domain/plant-rating.ts).
alter table devices
  -- counted; waiting: stored and not counted; discarded: what it sends is no longer stored
  add column standing text not null default 'counted' check (standing in ('counted', 'waiting', 'discarded')),
  -- when it began to wait
  add column waits_since timestamptz,
  -- from when on it is one of the plant's own, whatever it sends; null: judged by what it delivers
  add column confirmed_at timestamptz,
  -- the most power it was heard to deliver while nobody had confirmed it, W
  add column observed_w double precision not null default 0;

-- Whoever looked at the plant so far has seen them counted.
update devices set confirmed_at = now();

create or replace trigger now_device_changed after update on devices for each row
  when ((old.plant_id, old.name, old.type, old.profile_id, old.quantities, old.flows, old.rated_w, old.logger_id, old.standing)
    is distinct from
    (new.plant_id, new.name, new.type, new.profile_id, new.quantities, new.flows, new.rated_w, new.logger_id, new.standing))
  execute function part_of_plant_changed();
