-- Networks in which this server may read devices, beside DEVICE_NETWORKS: its own ones that an administrator opened.
create table device_networks (
  network      text primary key,
  opened_by    bigint references users (id) on delete set null,
  opened_at    timestamptz not null
);

-- Looks around in a network for devices of a plant (intake/collect/scans.ts); a plant keeps its newest.
create table device_scans (
  id          bigint generated always as identity primary key,
  plant_id    bigint not null references plants (id) on delete cascade,
  user_id     bigint references users (id) on delete set null,
  network     text not null,
  state       text not null default 'queued' check (state in ('queued', 'running', 'canceling', 'done', 'canceled', 'failed')),
  -- 0 to 1
  progress    real not null default 0,
  -- places where something answers, with sealed offers
  hits        jsonb not null default '[]',
  created_at  timestamptz not null,
  -- of the last progress: a scan whose node died says nothing more
  heard_at    timestamptz not null,
  ended_at    timestamptz
);
create index device_scans_plant on device_scans (plant_id, id desc);
