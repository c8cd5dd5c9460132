-- Alarms: what the engine found (alarms/), and what people did with it.
create table alarm_user_rules (
  id              uuid primary key default gen_random_uuid(),
  -- whose rule it is: a person's, or an organization's
  user_id         bigint references users (id) on delete cascade,
  organisation_id bigint references organisations (id) on delete cascade,
  -- domain/alarms/user-rule.ts
  rule            jsonb not null,
  -- which of the plants that its owner sees: one, those with a tag, or (both null) all
  plant_id        bigint references plants (id) on delete cascade,
  tag             text,
  is_on           boolean not null default true,
  created_at      timestamptz not null,
  changed_at      timestamptz not null,
  check (num_nonnulls(user_id, organisation_id) = 1),
  check (num_nonnulls(plant_id, tag) < 2)
);
create index alarm_user_rules_user on alarm_user_rules (user_id);
create index alarm_user_rules_plant on alarm_user_rules (plant_id) where plant_id is not null;
create index alarm_user_rules_organisation on alarm_user_rules (organisation_id);

create table alarms (
  id              uuid primary key default gen_random_uuid(),
  -- what it is about: the plant as a whole, a logger, a device, or a part of a device ('pv3')
  plant_id        bigint not null references plants (id) on delete cascade,
  logger_id       bigint references loggers (id) on delete cascade,
  device_id       bigint references devices (id) on delete cascade,
  part            text not null default '',
  -- domain/alarms/rule-ids.ts; of a person's own rule: 'userRule' and which one
  rule            text not null,
  user_rule_id    uuid,
  level           smallint not null check (level between 0 and 2),
  influence       smallint not null check (influence between 0 and 3),
  -- the first sample that showed it; when this server knew; the newest sample that showed it
  opened_at       timestamptz not null,
  found_at        timestamptz not null,
  last_seen_at    timestamptz not null,
  closed_at       timestamptz,
  -- recovered, withdrawn, dormant, gone (domain/alarms/alarm.ts)
  end_reason      text,
  -- for its text; what the device itself says
  parameters      jsonb not null default '{}',
  evidence        jsonb not null default '{}',
  lost_wh         double precision,
  -- how many of the days of domain/alarms escalationDays have passed
  escalation      smallint not null default 0,
  reopened        integer not null default 0,
  -- what people did
  acknowledged_at timestamptz,
  acknowledged_by bigint references users (id) on delete set null,
  snoozed_until   timestamptz,
  assigned_to     bigint references users (id) on delete set null,
  -- recorded and counted, and nobody is told
  is_blocked      boolean not null default false,
  check (closed_at is null or closed_at >= opened_at)
);
-- One open alarm per target and rule, on however many nodes.
create unique index alarms_open on alarms (plant_id, device_id, logger_id, part, rule, user_rule_id) nulls not distinct
  where closed_at is null;
create index alarms_of_plant on alarms (plant_id, opened_at desc, id);
create index alarms_of_device on alarms (device_id, opened_at desc);
create index alarms_of_logger on alarms (logger_id) where logger_id is not null;
create index alarms_by_time on alarms (opened_at desc, id);
create index alarms_escalating on alarms (escalation, opened_at) where closed_at is null;

-- The timeline of an alarm: what the engine and people did.
create table alarm_events (
  id          bigint generated always as identity primary key,
  alarm_id    uuid not null references alarms (id) on delete cascade,
  plant_id    bigint not null references plants (id) on delete cascade,
  -- domain/alarms/alarm.ts alarmEventKinds
  kind        text not null,
  at          timestamptz not null,
  found_at    timestamptz not null,
  user_id     bigint references users (id) on delete set null,
  detail      jsonb not null default '{}',
  -- one message for all events of a key
  group_key   text not null default '',
  -- handed over to messages; null: not yet
  notified_at timestamptz
);
create index alarm_events_of_alarm on alarm_events (alarm_id, id);
create index alarm_events_of_plant on alarm_events (plant_id, at desc);
create index alarm_events_untold on alarm_events (id) where notified_at is null;

-- Where a device is in its grace, or what is open at it; devices of which all is well have no row.
create table alarm_watches (
  plant_id  bigint not null references plants (id) on delete cascade,
  device_id bigint not null references devices (id) on delete cascade,
  watches   jsonb not null,
  primary key (plant_id, device_id)
);
-- Devices to judge again from an instant on: samples came late, or several in one batch.
create table alarm_looks (
  plant_id  bigint not null references plants (id) on delete cascade,
  device_id bigint not null references devices (id) on delete cascade,
  from_at   timestamptz not null,
  primary key (plant_id, device_id)
);

-- What the engine keeps of a plant. Dormant: silent for so long that it raises no alarm until it speaks or is woken.
create table alarm_plants (
  plant_id      bigint primary key references plants (id) on delete cascade,
  settings      jsonb not null default '{}',
  dormant_since timestamptz,
  -- a person woke it: not dormant again before this
  awake_until   timestamptz,
  -- the newest judged day that its rules have seen
  seen_day      date
);
create index alarm_plants_dormant on alarm_plants (dormant_since) where dormant_since is not null;

-- Open alarms that are not blocked, and the level of the gravest: null without one.
alter table plant_now
  add column open_alarms integer not null default 0,
  add column alarm_level smallint;

alter table devices add column warranty_until date;
alter table loggers add column sim_expires_on date;
