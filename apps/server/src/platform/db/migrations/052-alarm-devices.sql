-- Rises when a plant's rules or bounds change: every node reads them again before it judges the plant's next sample.
alter table alarm_plants add column rules_version bigint not null default 0;
-- What each string of an inverter usually gives, as a share of all (alarms/string-shares.ts): [{number, share}].
create table alarm_strings (
  plant_id   bigint not null references plants (id) on delete cascade,
  device_id  bigint not null references devices (id) on delete cascade,
  shares     jsonb not null,
  counted_on date not null,
  primary key (plant_id, device_id)
);
-- The few devices of which rules on silence ask every few seconds.
create index device_now_silent on device_now (plant_id, device_id) where presence = 'silent';
