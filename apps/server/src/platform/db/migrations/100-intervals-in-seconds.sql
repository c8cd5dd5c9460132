-- Devices that are read every ten seconds: how often a logger sends is known in seconds.
drop trigger now_logger_changed on loggers;
alter table loggers rename column interval_minutes to interval_s;
alter table loggers alter column interval_s drop default;
alter table loggers alter column interval_s type integer using interval_s * 60;
alter table loggers alter column interval_s set default 300;
create trigger now_logger_changed after update on loggers for each row
  when ((old.plant_id, old.interval_s) is distinct from (new.plant_id, new.interval_s))
  execute function part_of_plant_changed();
-- Targets that are read less often than they may be stored.
update loggers l set interval_s = greatest(t.poll_seconds, t.store_seconds), heartbeat_s = 60
  from collect_targets t where t.logger_id = l.id;
