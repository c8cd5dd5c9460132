-- Blocked alarms: recorded and counted, and nobody is told. At most ten of a plant (alarms/people-blocks.ts).
create table alarm_blocks (
  id           bigint generated always as identity primary key,
  plant_id     bigint not null references plants (id) on delete cascade,
  -- null: the whole plant
  device_id    bigint references devices (id) on delete cascade,
  rule         text not null,
  user_rule_id uuid,
  -- null: until a person ends it
  until        timestamptz,
  created_at   timestamptz not null,
  created_by   bigint references users (id) on delete set null
);
create unique index alarm_blocks_once on alarm_blocks (plant_id, device_id, rule, user_rule_id) nulls not distinct;
create index alarm_blocks_ending on alarm_blocks (until) where until is not null;

-- Whoever writes an alarm, it is blocked where a block covers it when it begins, or begins again.
create function block_alarm() returns trigger language plpgsql as $$
begin
  new.is_blocked := exists (
    select from alarm_blocks b
    where b.plant_id = new.plant_id and b.rule = new.rule and b.user_rule_id is not distinct from new.user_rule_id
      and (b.device_id is null or b.device_id = new.device_id) and (b.until is null or b.until > new.last_seen_at));
  return new;
end $$;
create trigger alarm_comes before insert on alarms for each row execute function block_alarm();
create trigger alarm_comes_back before update of closed_at on alarms for each row
  when (old.closed_at is not null and new.closed_at is null) execute function block_alarm();
