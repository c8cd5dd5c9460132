-- Days on which a device alone measures a flow of its plant: an import that replaces what was there. The samples of the
-- devices before it stay, and count again when it goes.
create table replaced_days (
  plant_id  bigint not null references plants (id) on delete cascade,
  -- devices with a smaller number do not count
  device_id bigint not null references devices (id) on delete cascade,
  flow      text not null,
  first_day date not null,
  last_day  date not null check (last_day >= first_day),
  primary key (plant_id, device_id, flow, first_day)
);
