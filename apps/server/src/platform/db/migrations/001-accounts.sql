-- Who may sign in. Tokens are kept as SHA-256 only: a stolen table opens nothing.
create table users (
  id            bigint generated always as identity primary key,
  account       text not null,
  email         text,
  nickname      text not null,
  password_hash text not null,
  is_admin      boolean not null default false,
  language      text not null default 'en',
  created_at    timestamptz not null default now()
);
create unique index users_account on users (lower(account));
create unique index users_email on users (lower(email)) where email is not null;

create table sessions (
  token_hash   bytea primary key,
  user_id      bigint not null references users (id) on delete cascade,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  long_lived   boolean not null default false,
  user_agent   text not null default '',
  address      text not null default ''
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- The one-time link with which the first administrator is created.
create table setup_tokens (
  token_hash bytea primary key,
  created_at timestamptz not null default now()
);
