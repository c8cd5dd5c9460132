-- A logger is known by the wire it speaks and its address there: a serial number on Solarman V5, something else elsewhere.
-- Everything that refers to a logger refers to its id; what only one wire understands is in wire_state.
alter table loggers
  drop constraint loggers_pkey,
  add column id         bigint generated always as identity,
  add column wire       text not null default 'solarman-v5',
  add column address    text not null default '',
  -- as its owner knows it; empty: by its address
  add column name       text not null default '',
  -- of the wire's own code (ingest/<wire>); the boot offsets of a stick, for example
  add column wire_state jsonb not null default '{}',
  add primary key (id);

-- Written as it is printed on the stick.
update loggers set address = lpad(serial::text, greatest(8, length(serial::text)), '0'),
  wire_state = case when boot_offsets = '[]' then '{}' else jsonb_build_object('offsets', boot_offsets) end;

-- Loggers that were dropped while something still names them are kept with it.
insert into loggers (serial, address)
  select distinct n.serial, lpad(n.serial::text, greatest(8, length(n.serial::text)), '0')
  from (select logger_serial as serial from devices union select serial from waiting_records
    union select serial from undecoded_payloads) n
  where n.serial is not null and not exists (select from loggers l where l.serial = n.serial);

alter table devices add column logger_id bigint;
update devices d set logger_id = l.id from loggers l where l.serial = d.logger_serial;

-- Identities of records hold for the plant that has the records: another plant has them not yet.
alter table logger_records
  add column logger_id bigint references loggers (id) on delete cascade,
  add column plant_id  bigint references plants (id) on delete cascade;
update logger_records r set logger_id = l.id, plant_id = l.plant_id from loggers l where l.serial = r.serial;
-- A logger that is on its way to another data centre has lost its plant only for the time being.
update logger_records r set plant_id = m.plant_id from moved_loggers m
  where m.serial = r.serial and not m.is_gone and exists (select from plants p where p.id = m.plant_id);
delete from logger_records where logger_id is null or plant_id is null;

alter table waiting_records
  add column logger_id bigint references loggers (id) on delete cascade,
  add column kind      text not null default '';
update waiting_records w set logger_id = l.id,
  kind = case when length(w.payload) < 21 then '' else encode(substr(w.payload, 3, 1) || substr(w.payload, 2, 1), 'hex') end
  from loggers l where l.serial = w.serial;

alter table undecoded_payloads
  add column logger_id bigint,
  add column wire      text not null default 'solarman-v5',
  add column kind      text not null default '';
update undecoded_payloads u set logger_id = l.id,
  kind = case when sensor_type is null then '' else lpad(to_hex(sensor_type), 4, '0') end,
  reason = case when reason = 'unknown-sensor-type' then 'unknown-kind' else reason end
  from loggers l where l.serial = u.serial;

alter table moved_loggers
  add column wire    text not null default 'solarman-v5',
  add column address text not null default '';
update moved_loggers set address = lpad(serial::text, greatest(8, length(serial::text)), '0');

alter table loggers drop column serial, drop column boot_offsets;
alter table loggers
  add unique (wire, address),
  alter column wire drop default,
  alter column address drop default;
alter table logger_records drop column serial;
alter table logger_records add primary key (logger_id), alter column plant_id set not null;
alter table waiting_records drop column serial;
alter table waiting_records alter column logger_id set not null, add unique (logger_id, digest);
alter table undecoded_payloads drop column serial, drop column sensor_type;
alter table undecoded_payloads
  alter column logger_id set not null,
  alter column wire drop default,
  add primary key (plant_id, logger_id, digest);
create index undecoded_kind on undecoded_payloads (wire, kind);
alter table devices drop column logger_serial;
create index devices_logger on devices (logger_id);
alter table moved_loggers drop column serial;
alter table moved_loggers
  add primary key (wire, address),
  alter column wire drop default,
  alter column address drop default;
