-- Files with a plant's history: looked at, then imported as a device of their own, whose removal undoes the import.
create table history_imports (
  id          bigint generated always as identity primary key,
  plant_id    bigint not null references plants (id) on delete cascade,
  user_id     bigint references users (id) on delete set null,
  file_name   text not null,
  state       text not null default 'open'
    check (state in ('open', 'queued', 'running', 'done', 'failed', 'undone')),
  -- how the file is read (imports/mapping.ts)
  mapping     jsonb,
  progress    real not null default 0,
  -- only until it is imported
  file        bytea,
  records     integer,
  energy_wh   double precision,
  failure     text,
  device_id   bigint references devices (id) on delete set null,
  from_at     timestamptz,
  to_at       timestamptz,
  created_at  timestamptz not null,
  finished_at timestamptz
);
create index history_imports_plant on history_imports (plant_id, id desc);
alter table history_imports alter column file set storage external;
