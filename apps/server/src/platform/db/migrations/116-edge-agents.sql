-- Programs beside the devices that read them for a plant (intake/agents).
create table edge_agents (
  id            bigint generated always as identity primary key,
  plant_id      bigint not null references plants (id) on delete cascade,
  name          text not null,
  token_hash    bytea not null unique,
  paired_at     timestamptz not null,
  paired_by     bigint references users (id) on delete set null,
  heard_at      timestamptz,
  -- as it last said: its version, what waits on its disk, its clock, the networks around it
  report        jsonb not null default '{}'
);
create index edge_agents_plant on edge_agents (plant_id);

-- Codes that pages show; a plant has one at a time.
create table edge_pairings (
  plant_id    bigint primary key references plants (id) on delete cascade,
  code_hash   bytea not null unique,
  name        text not null,
  -- installed anew: it keeps its targets
  agent_id    bigint references edge_agents (id) on delete cascade,
  user_id     bigint references users (id) on delete cascade,
  expires_at  timestamptz not null
);

-- What an agent shall do once.
create table edge_requests (
  id          bigint generated always as identity primary key,
  agent_id    bigint not null references edge_agents (id) on delete cascade,
  kind        text not null check (kind in ('probe', 'scan', 'read')),
  -- sealed: it may hold secrets of a device
  body        text not null,
  created_at  timestamptz not null,
  taken_at    timestamptz,
  -- null: not done
  answer      jsonb,
  answered_at timestamptz
);
create index edge_requests_agent on edge_requests (agent_id, id);

alter table collect_targets
  -- the agent that reads it; null: this server
  add column agent_id bigint references edge_agents (id) on delete cascade;
create index collect_targets_agent on collect_targets (agent_id) where agent_id is not null;
-- Every home has a 192.168.1.10.
drop index collect_targets_endpoint;
create unique index collect_targets_endpoint on collect_targets (coalesce(agent_id, 0), lower(host), port);

alter table device_scans
  add column agent_id bigint references edge_agents (id) on delete cascade;
