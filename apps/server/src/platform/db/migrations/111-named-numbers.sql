-- Numbers whose names the owner of a source chose (Tasmota, entities of Home Assistant at a broker), and what they are.
create table named_numbers (
  id           bigint generated always as identity primary key,
  logger_id    bigint not null references loggers (id) on delete cascade,
  -- the device as its source names it
  device       text not null,
  name         text not null,
  label        text not null,
  -- as the source states it; empty: it states none
  stated_unit  text not null,
  last_value   float8 not null,
  last_seen_at timestamptz not null,
  -- the likeliest meaning by the name: used while nobody has decided
  guess        jsonb,
  -- open: nobody has decided; ignored: not stored
  state        text not null default 'open' check (state in ('open', 'assigned', 'ignored')),
  quantity     text,
  unit         text,
  is_turned    boolean not null default false,
  check ((state = 'assigned') = (quantity is not null and unit is not null)),
  unique (logger_id, device, name)
);
-- The same, once typed as a text.
update collect_targets set settings = settings - 'assign', version = version + 1 where settings ? 'assign';
