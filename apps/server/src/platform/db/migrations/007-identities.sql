-- Who a person is, how they prove it, for whom they act and what that allows.

alter table users
  alter column password_hash drop not null, -- signed up through somebody else's sign-in
  add column phone               text,       -- E.164
  add column country             text not null default '',
  add column password_changed_at timestamptz not null default now(),
  add column password_is_weak    boolean not null default false,
  -- theme, number and date format, unit of temperature, default plant, start page (contract/user-s/profile.ts)
  add column preferences         jsonb not null default '{}',
  -- the data centre that the account moved to; it only answers "migrated" from then on
  add column moved_to            text;
create unique index users_phone on users (phone) where phone is not null;

create table user_photos (
  user_id bigint primary key references users (id) on delete cascade,
  type    text not null,
  data    bytea not null check (length(data) <= 262144)
);

-- The passwords before the present one, so that none of the last two comes back.
create table old_passwords (
  user_id       bigint not null references users (id) on delete cascade,
  replaced_at   timestamptz not null default now(),
  password_hash text not null
);
create index old_passwords_user on old_passwords (user_id, replaced_at desc);

create table organisations (
  id         bigint generated always as identity primary key,
  name       text not null,
  -- what an owner types to share a plant with it
  code       text not null unique,
  created_at timestamptz not null default now()
);

create table organisation_members (
  organisation_id bigint not null references organisations (id) on delete cascade,
  user_id         bigint not null references users (id) on delete cascade,
  role            text not null check (role in ('admin', 'user')),
  since           timestamptz not null default now(),
  primary key (user_id, organisation_id)
);
create index organisation_members_organisation on organisation_members (organisation_id);

-- An invitation to an organisation or to a plant, sent by e-mail; who follows it need not have an account yet.
create table invitations (
  id              bigint generated always as identity primary key,
  token_hash      bytea not null unique,
  organisation_id bigint references organisations (id) on delete cascade,
  plant_id        bigint references plants (id) on delete cascade,
  email           text not null,
  role            text not null,
  rights          text[] not null default '{}',
  -- when the membership that comes of it ends, if ever
  grant_ends_at   timestamptz,
  invited_by      bigint references users (id) on delete cascade,
  created_at      timestamptz not null default now(),
  expires_at      timestamptz not null,
  check (num_nonnulls(organisation_id, plant_id) = 1)
);
create index invitations_email on invitations (lower(email));
create index invitations_organisation on invitations (organisation_id);
create index invitations_plant on invitations (plant_id);

-- A session acts for one identity in one data centre: what it was opened for stands in its row and in no claim of its holder.
-- organisation_id null: the person themselves.
alter table sessions
  add column id                 bigint generated always as identity,
  add column organisation_id    bigint,
  add column centre             text not null default '',
  add column method             text not null default 'password',
  add column last_seen_at       timestamptz not null default now(),
  add column refresh_hash       bytea unique,
  -- the refresh token before the present one: who shows it again stole it or was stolen from, and the session ends
  add column old_refresh_hash   bytea unique,
  add column refresh_expires_at timestamptz,
  add foreign key (user_id, organisation_id) references organisation_members (user_id, organisation_id) on delete cascade;
create unique index sessions_id on sessions (id);

-- Personal access tokens for programs.
create table access_tokens (
  id              bigint generated always as identity primary key,
  user_id         bigint not null references users (id) on delete cascade,
  organisation_id bigint,
  centre          text not null default '',
  name            text not null,
  token_hash      bytea not null unique,
  scopes          text[] not null,
  created_at      timestamptz not null default now(),
  expires_at      timestamptz not null,
  last_used_at    timestamptz,
  foreign key (user_id, organisation_id) references organisation_members (user_id, organisation_id) on delete cascade
);
create index access_tokens_user on access_tokens (user_id);

-- Authenticator app (RFC 6238). Not confirmed: being set up. last_step: the newest time step used, so that no code works twice.
create table authenticators (
  user_id      bigint primary key references users (id) on delete cascade,
  secret       bytea not null,
  confirmed_at timestamptz,
  last_step    bigint not null default 0
);
create table recovery_codes (
  user_id   bigint not null references users (id) on delete cascade,
  code_hash bytea not null,
  used_at   timestamptz,
  primary key (user_id, code_hash)
);
create table passkeys (
  id           text primary key,
  user_id      bigint not null references users (id) on delete cascade,
  public_key   bytea not null,
  counter      bigint not null default 0,
  transports   text[] not null default '{}',
  host         text not null,
  name         text not null,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- Accounts at somebody else's sign-in (WeChat, QQ, OpenID Connect).
create table bindings (
  provider   text not null,
  subject    text not null,
  user_id    bigint not null references users (id) on delete cascade,
  label      text not null default '',
  created_at timestamptz not null default now(),
  primary key (provider, subject),
  unique (user_id, provider)
);

-- Secrets that work once and not for long: second steps of a sign-in, passkey challenges, states of foreign sign-ins,
-- human checks, nonces of sealed bodies. id: SHA-256 of the secret, with its kind.
create table one_time_secrets (
  id         bytea primary key,
  kind       text not null,
  user_id    bigint references users (id) on delete cascade,
  data       jsonb not null default '{}',
  expires_at timestamptz not null
);
create index one_time_secrets_expiry on one_time_secrets (expires_at);

-- Codes sent by e-mail or SMS. target: lower-case address or E.164 number. code_hash null: nothing was sent, for nothing
-- stands behind the target; it is counted alike.
create table verification_codes (
  id         bigint generated always as identity primary key,
  purpose    text not null,
  target     text not null,
  code_hash  bytea,
  address    text not null default '',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  failures   integer not null default 0,
  used_at    timestamptz
);
create index verification_codes_target on verification_codes (target, created_at desc);
create index verification_codes_address on verification_codes (address, created_at desc);

create table sign_ins (
  id         bigint generated always as identity primary key,
  user_id    bigint not null references users (id) on delete cascade,
  at         timestamptz not null default now(),
  method     text not null,
  outcome    text not null,
  address    text not null default '',
  user_agent text not null default ''
);
create index sign_ins_user on sign_ins (user_id, at desc);
-- Browsers that an account signed in from, by a random cookie of theirs.
create table known_browsers (
  user_id     bigint not null references users (id) on delete cascade,
  cookie_hash bytea not null,
  last_at     timestamptz not null default now(),
  primary key (user_id, cookie_hash)
);

-- Plants held by or shared with an organisation; expires_at ends a grant by itself, for people likewise.
alter table plant_members add column expires_at timestamptz, add column granted_by bigint references users (id) on delete set null;
create table plant_organisations (
  plant_id        bigint not null references plants (id) on delete cascade,
  organisation_id bigint not null references organisations (id) on delete cascade,
  role            text not null check (role in ('owner', 'admin', 'viewer')),
  relation        text not null default '',
  rights          text[] not null,
  since           timestamptz not null default now(),
  expires_at      timestamptz,
  granted_by      bigint references users (id) on delete set null,
  primary key (organisation_id, plant_id)
);
create index plant_organisations_plant on plant_organisations (plant_id);
-- The installer's and platform's support may look while this is on.
alter table plants add column auth_open boolean not null default false;

-- Who holds what on a plant, people and organisations in one list.
create view plant_holders as
  select plant_id, user_id, null::bigint as organisation_id, role, rights, expires_at, since from plant_members
  union all
  select plant_id, null::bigint, organisation_id, role, rights, expires_at, since from plant_organisations;

-- Every write, by whom and to what. Kept without the person when their account is erased.
create table audit_log (
  id              bigint generated always as identity primary key,
  at              timestamptz not null default now(),
  user_id         bigint references users (id) on delete set null,
  organisation_id bigint references organisations (id) on delete set null,
  plant_id        bigint references plants (id) on delete cascade,
  device_id       bigint,
  call            text not null,
  -- names of what was written, never secrets
  detail          jsonb not null default '{}',
  address         text not null default ''
);
create index audit_log_plant on audit_log (plant_id, id desc) where plant_id is not null;
create index audit_log_user on audit_log (user_id, id desc) where user_id is not null;

create table account_exports (
  id            bigint generated always as identity primary key,
  user_id       bigint not null references users (id) on delete cascade,
  scope         text[] not null,
  state         text not null default 'queued' check (state in ('queued', 'running', 'ready', 'failed', 'expired')),
  progress      real not null default 0,
  requested_at  timestamptz not null default now(),
  finished_at   timestamptz,
  expires_at    timestamptz,
  size_bytes    bigint
);
create index account_exports_user on account_exports (user_id, requested_at desc);

-- Keys of this environment, made at the first start (sealed transport).
create table server_keys (
  name       text primary key,
  private    text not null,
  public     text not null,
  created_at timestamptz not null default now()
);

-- Accounts that moved here from another data centre, or from here to one: a move that is repeated after a crash is the same move.
create table account_moves (
  id          text primary key,
  direction   text not null check (direction in ('in', 'out')),
  centre      text not null,
  user_id     bigint references users (id) on delete cascade,
  state       text not null,
  progress    real not null default 0,
  detail      jsonb not null default '{}',
  created_at  timestamptz not null default now(),
  finished_at timestamptz
);
create unique index account_moves_open on account_moves (user_id) where direction = 'out' and finished_at is null;
-- Loggers whose plant moved: what they still send here is passed on.
create table moved_loggers (
  serial   bigint primary key,
  centre   text not null,
  moved_at timestamptz not null default now()
);
