-- Messages to people (messages/messages.ts): what happened, once per person and cause, and what carries it outside.

-- What was posted already: posting it again does nothing.
create table posted_events (
  key       text primary key,
  posted_at timestamptz not null
);
create index posted_events_age on posted_events (posted_at);

create table messages (
  id          bigint generated always as identity primary key,
  user_id     bigint not null references users (id) on delete cascade,
  kind        text not null check (kind in ('alarm', 'system', 'sharing')),
  -- null: about several plants, or about none
  plant_id    bigint references plants (id) on delete cascade,
  plant_ids   bigint[] not null default '{}',
  -- events of one cause are one message while it is open
  group_key   text not null,
  is_open     boolean not null default false,
  open_until  timestamptz not null,
  level       smallint not null default 0 check (level between 0 and 2),
  -- the first ones of what happened
  entries     jsonb not null,
  event_count integer not null default 1 check (event_count > 0),
  first_at    timestamptz not null,
  last_at     timestamptz not null,
  -- false: carried outside only
  is_shown    boolean not null default true,
  read_at     timestamptz
);
create index messages_of_user on messages (user_id, kind, last_at desc, id desc) where is_shown;
create index messages_unread on messages (user_id, kind) where is_shown and read_at is null;
create unique index messages_open on messages (user_id, group_key) where is_open;
create index messages_age on messages (last_at);
create index messages_of_plant on messages (plant_id) where plant_id is not null;

-- No row: the defaults (domain/messages/message-settings.ts).
create table message_settings (
  user_id  bigint primary key references users (id) on delete cascade,
  settings jsonb not null,
  -- whose brand the emails carry: where the settings were saved
  host     text not null default ''
);

-- What people chose for one plant.
create table message_plants (
  user_id     bigint not null references users (id) on delete cascade,
  plant_id    bigint not null references plants (id) on delete cascade,
  alarms      text check (alarms in ('off', '0', '1', '2')),
  muted_until timestamptz,
  primary key (user_id, plant_id)
);
create index message_plants_plant on message_plants (plant_id);

-- Where messages go outside of the page. Email and SMS have one row each: the contact of the account.
create table message_addresses (
  id           bigint generated always as identity primary key,
  user_id      bigint not null references users (id) on delete cascade,
  channel      text not null check (channel in ('email', 'push', 'ntfy', 'telegram', 'webhook', 'sms')),
  name         text not null default '',
  -- JSON, sealed; null: the contact of the account
  target       text,
  -- of the target: the same one is kept once
  target_hash  bytea,
  failures     integer not null default 0,
  -- failed so often, or was refused so clearly, that nothing is sent until the owner asks
  paused_at    timestamptz,
  pause_reason text,
  last_sent_at timestamptz,
  created_at   timestamptz not null default now()
);
create unique index message_addresses_contact on message_addresses (user_id, channel) where target is null;
create unique index message_addresses_target on message_addresses (user_id, channel, target_hash) where target is not null;

-- One letter, push or call, with everything that was due for its address.
create table message_sendings (
  -- stays the same over all tries: what receivers know a repetition by
  id           uuid primary key default gen_random_uuid(),
  user_id      bigint not null references users (id) on delete cascade,
  address_id   bigint not null references message_addresses (id) on delete cascade,
  kind         text not null default 'messages' check (kind in ('messages', 'digest', 'test')),
  state        text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'dropped')),
  message_count integer not null default 0,
  tries        integer not null default 0,
  next_try_at  timestamptz not null,
  -- a node works on it; it may have died by then
  leased_until timestamptz,
  created_at   timestamptz not null,
  finished_at  timestamptz
);
create index message_sendings_due on message_sendings (next_try_at) where state = 'waiting';
create index message_sendings_log on message_sendings (user_id, created_at desc, id);
create index message_sendings_address on message_sendings (address_id);

-- What waits for its time, and what left with which sending.
create table message_deliveries (
  message_id bigint not null references messages (id) on delete cascade,
  address_id bigint not null references message_addresses (id) on delete cascade,
  due_at     timestamptz not null,
  is_digest  boolean not null default false,
  sending_id uuid references message_sendings (id) on delete cascade,
  primary key (message_id, address_id)
);
create index message_deliveries_due on message_deliveries (due_at) where sending_id is null;
create index message_deliveries_sending on message_deliveries (sending_id) where sending_id is not null;
create index message_deliveries_address on message_deliveries (address_id);

create table message_tries (
  sending_id uuid not null references message_sendings (id) on delete cascade,
  number     integer not null,
  at         timestamptz not null,
  took_ms    integer not null,
  -- sent, later: tried again, refused: never again, gone: the address exists no longer
  outcome    text not null check (outcome in ('sent', 'later', 'refused', 'gone')),
  -- what the other side said, without secrets
  detail     text not null default '',
  primary key (sending_id, number)
);
