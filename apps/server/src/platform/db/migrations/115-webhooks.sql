-- Programs of people that receive what their plants measured (delivery/webhooks).
create table webhooks (
  id              bigint generated always as identity primary key,
  user_id         bigint not null references users (id) on delete cascade,
  -- the identity with which it was made; null: the person's own
  organization_id bigint references organizations (id) on delete cascade,
  name            text not null,
  -- JSON of address and secret, sealed
  target          text not null,
  -- samples, hours, days
  parts           text[] not null,
  -- of samples; empty: all
  quantities      text[] not null default '{}',
  -- tries in a row that failed, of any of its plants
  tries           integer not null default 0,
  next_try_at     timestamptz not null,
  last_sent_at    timestamptz,
  -- why the last try failed (domain/messages/try-reasons.ts); null: it did not
  last_reason     text,
  -- nothing is sent until its owner asks
  paused_at       timestamptz,
  created_at      timestamptz not null
);
create index webhooks_user on webhooks (user_id, id);
create index webhooks_organization on webhooks (organization_id) where organization_id is not null;

-- How far a webhook got with each of its plants: a plant's batches leave one after another.
create table webhook_streams (
  webhook_id      bigint not null references webhooks (id) on delete cascade,
  plant_id        bigint not null references plants (id) on delete cascade,
  -- what was delivered (delivery/webhooks/cursor.ts); null: it begins with the next run
  position        jsonb,
  -- the batch that is on its way, the same over all tries, and the position behind it
  batch_id        uuid,
  batch           text,
  next_position   jsonb,
  look_at         timestamptz not null,
  leased_until    timestamptz,
  -- readings that were too old when the webhook went on
  dropped         bigint not null default 0,
  dropped_at      timestamptz,
  primary key (webhook_id, plant_id)
);
create index webhook_streams_plant on webhook_streams (plant_id);
create index webhook_streams_due on webhook_streams (look_at);
