-- Connections that a person paused: nothing is due of their devices meanwhile (intake/collect/targets.ts).
alter table loggers
  add column paused_at  timestamptz,
  -- when the last pause ended: what was not sent before it is not missing
  add column resumed_at timestamptz;
-- Pauses that are over, for the report of records.
create table logger_pauses (
  logger_id bigint not null references loggers (id) on delete cascade,
  from_at   timestamptz not null,
  to_at     timestamptz not null,
  primary key (logger_id, from_at)
);
update loggers l set paused_at = t.paused_at from collect_targets t
where t.logger_id = l.id and t.paused_at is not null and l.wire = 'polled';
drop trigger now_logger_changed on loggers;
create trigger now_logger_changed after update on loggers for each row
  when ((old.plant_id, old.interval_s, old.paused_at) is distinct from (new.plant_id, new.interval_s, new.paused_at))
  execute function part_of_plant_changed();
