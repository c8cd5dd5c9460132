-- A logger belongs to a plant (loggers.plant_id) only after a proof; until then somebody merely claims it.
create table logger_claims (
  id           bigint generated always as identity primary key,
  plant_id     bigint not null references plants (id) on delete cascade,
  wire         text not null,
  address      text not null,
  claimed_at   timestamptz not null,
  claimed_by   bigint references users (id) on delete set null,
  -- where the browser was, as domain/address.ts names places; forgotten after 30 days
  place        text,
  placed_at    timestamptz,
  -- since when a restart of the logger is awaited
  restart_from timestamptz,
  unique (plant_id, wire, address)
);
create index logger_claims_address on logger_claims (wire, address);
create index logger_claims_by on logger_claims (claimed_by);
create trigger now_claim_came_or_went after insert or delete on logger_claims for each row
  execute function part_of_plant_changed();

-- From where a logger without an owner speaks, and its own clocks then: a stranger knows its serial number, not these.
create table logger_homes (
  logger_id   bigint primary key references loggers (id) on delete cascade,
  -- the newest first
  places      text[] not null,
  seen_at     timestamptz not null,
  boot_base_s bigint,
  total_s     bigint,
  -- handshakes from elsewhere that do not fit, since it was last heard at home
  misfits     integer not null default 0
);

-- The check code on the label, as a hash, where the administrator has a list of them.
create table logger_label_codes (
  wire      text not null,
  address   text not null,
  code_hash bytea not null,
  primary key (wire, address)
);

create table logger_disputes (
  id         bigint generated always as identity primary key,
  wire       text not null,
  address    text not null,
  -- the plant that claims it
  plant_id   bigint not null references plants (id) on delete cascade,
  opened_at  timestamptz not null,
  opened_by  bigint references users (id) on delete set null,
  reason     text not null,
  decided_at timestamptz,
  decided_by bigint references users (id) on delete set null,
  decision   text check (decision in ('claimant', 'holder'))
);
create unique index logger_disputes_open on logger_disputes (plant_id, wire, address) where decided_at is null;
create index logger_disputes_address on logger_disputes (wire, address, opened_at);

-- What a person has spent of the registrations, restarts, codes and disputes of a span of time.
create unlogged table logger_budgets (
  user_id  bigint not null references users (id) on delete cascade,
  kind     text not null,
  since    timestamptz not null,
  spent    integer not null,
  primary key (user_id, kind)
);

-- Registered by an older version and never heard: nobody has proven anything. One that was heard stays where it is.
insert into logger_claims (plant_id, wire, address, claimed_at, claimed_by)
  select plant_id, wire, address, coalesce(registered_at, now()), registered_by from loggers
  where plant_id is not null and wire = 'solarman-v5' and last_seen_at is null
    and not exists (select from devices d where d.logger_id = loggers.id);
delete from loggers l where wire = 'solarman-v5' and last_seen_at is null
  and exists (select from logger_claims c where c.plant_id = l.plant_id and c.wire = l.wire and c.address = l.address);
