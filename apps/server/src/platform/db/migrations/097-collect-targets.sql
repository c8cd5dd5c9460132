-- Endpoints of devices that this server reads (intake/collect). The plant is that of the logger.
create table collect_targets (
  id             bigint generated always as identity primary key,
  logger_id      bigint not null unique references loggers (id) on delete cascade,
  way            text not null,
  host           text not null,
  port           integer not null check (port between 1 and 65535),
  settings       jsonb not null,
  -- sealed with the server's key; null: the way needs none
  secrets        text,
  -- what was found there and is read
  devices        jsonb not null,
  poll_seconds   integer not null check (poll_seconds between 10 and 3600),
  store_seconds  integer not null check (store_seconds between 10 and 300),
  created_at     timestamptz not null,
  -- goes up with every change, so that the node that reads it opens it anew
  version        integer not null default 1,
  -- the node that reads it, by the database's clock: never two
  held_by        text,
  held_until     timestamptz not null default '-infinity',
  -- for the page: written by that node
  state          jsonb,
  state_at       timestamptz
);
-- An endpoint has one connection and one queue.
create unique index collect_targets_endpoint on collect_targets (lower(host), port);
