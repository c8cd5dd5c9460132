-- Exports of a plant's data: orders with their state, and the finished files in parts, so that every node can serve them.
create table export_schedules (
  id              bigint generated always as identity primary key,
  plant_id        bigint not null references plants (id) on delete cascade,
  user_id         bigint not null references users (id) on delete cascade,
  organisation_id bigint references organisations (id) on delete cascade,
  name            text not null,
  every           text not null check (every in ('day', 'week', 'month')),
  -- domain/plant-export.ts; its days are those of the last whole period
  definition      jsonb not null,
  next_at         timestamptz not null,
  created_at      timestamptz not null default now()
);
create index export_schedules_due on export_schedules (next_at);
create index export_schedules_user on export_schedules (user_id, plant_id);

create table plant_exports (
  id              bigint generated always as identity primary key,
  plant_id        bigint not null references plants (id) on delete cascade,
  user_id         bigint not null references users (id) on delete cascade,
  -- as which identity it was ordered
  organisation_id bigint references organisations (id) on delete cascade,
  schedule_id     bigint references export_schedules (id) on delete set null,
  definition      jsonb not null,
  -- an email when it is ready
  mail            boolean not null default false,
  state           text not null default 'queued' check (state in ('queued', 'running', 'ready', 'failed', 'expired')),
  progress        real not null default 0,
  rows            bigint,
  size_bytes      bigint,
  -- an error code of domain/errors.ts
  failure         text,
  requested_at    timestamptz not null,
  finished_at     timestamptz,
  expires_at      timestamptz
);
create index plant_exports_user on plant_exports (user_id, plant_id, id desc);
create index plant_exports_open on plant_exports (id) where state in ('queued', 'running');
create index plant_exports_expiry on plant_exports (expires_at) where state = 'ready';

create table plant_export_parts (
  export_id bigint not null references plant_exports (id) on delete cascade,
  part      integer not null,
  bytes     bytea not null,
  primary key (export_id, part)
);
-- compressed already
alter table plant_export_parts alter column bytes set storage external;

create table export_templates (
  id         bigint generated always as identity primary key,
  user_id    bigint not null references users (id) on delete cascade,
  name       text not null,
  definition jsonb not null,
  created_at timestamptz not null default now(),
  unique (user_id, name)
);
