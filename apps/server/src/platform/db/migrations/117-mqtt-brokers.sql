-- Names this installation at foreign brokers: two servers that share one do not overwrite each other's devices.
create table installation (id text not null);
insert into installation values (left(replace(gen_random_uuid()::text, '-', ''), 8));

-- Brokers to which plants are published (delivery/mqtt-out).
create table mqtt_brokers (
  id              bigint generated always as identity primary key,
  user_id         bigint not null references users (id) on delete cascade,
  -- the identity that its owner had: its plants are published
  organization_id bigint references organizations (id) on delete cascade,
  host            text not null,
  port            integer not null check (port between 1 and 65535),
  is_tls          boolean not null,
  user_name       text not null default '',
  -- sealed with the server's key; null: none
  password        text,
  -- under which Home Assistant finds devices
  prefix          text not null,
  -- of the certificate that the broker showed first
  fingerprint     text,
  -- by device: what was announced there, so that it can be taken back; the highest value of each counter
  announced       jsonb not null default '{}',
  created_at      timestamptz not null,
  -- everything is taken back there first
  removed_at      timestamptz,
  -- goes up with every change, so that the node that publishes connects anew
  version         integer not null default 1,
  -- the node that publishes, by the database's clock: never two
  held_by         text,
  held_until      timestamptz not null default '-infinity',
  -- for the page: written by that node
  state           jsonb,
  state_at        timestamptz
);
create index mqtt_brokers_user on mqtt_brokers (user_id, id);
create index mqtt_brokers_organization on mqtt_brokers (organization_id);

create table mqtt_broker_plants (
  broker_id bigint not null references mqtt_brokers (id) on delete cascade,
  plant_id  bigint not null references plants (id) on delete cascade,
  primary key (broker_id, plant_id)
);
create index mqtt_broker_plants_plant on mqtt_broker_plants (plant_id);
