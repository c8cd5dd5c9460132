-- Readings and settings that people ask of a device at once, over its logger's connection (commands/commands.ts).

-- Off until the plant's owner allows it: nothing, reading, or reading and setting.
alter table plants add column commands text not null default 'off' check (commands in ('off', 'read', 'write'));

create table device_commands (
  id           bigint generated always as identity primary key,
  plant_id     bigint not null references plants (id) on delete cascade,
  device_id    bigint not null,
  logger_id    bigint not null,
  user_id      bigint references users (id) on delete set null,
  kind         text not null check (kind in ('read', 'write')),
  -- of a setting: which, and its values in its unit
  item         text,
  value_before double precision,
  value_wanted double precision,
  value_after  double precision,
  state        text not null default 'running' check (state in ('running', 'done', 'failed')),
  -- why it failed: silent, offline, refused, unlike
  reason       text,
  started_at   timestamptz not null,
  ended_at     timestamptz
);
create index device_commands_of_device on device_commands (plant_id, device_id, id desc);
-- A logger polls one device at a time.
create unique index device_commands_running on device_commands (logger_id) where state = 'running';

-- Owners have every right.
update plant_members set rights = rights || '{commandDevice}' where role = 'owner' and not rights @> '{commandDevice}';
update plant_organisations set rights = rights || '{commandDevice}' where role = 'owner' and not rights @> '{commandDevice}';
