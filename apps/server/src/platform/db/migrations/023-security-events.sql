-- What happened against the rules: refused sign-ins, rights, peers and tokens, for the operator. Equal ones of some
-- seconds are one row.
create table security_events (
  id        bigint generated always as identity primary key,
  at        timestamptz not null,
  last_at   timestamptz not null,
  kind      text not null,
  reason    text not null,
  -- method and path, without values
  call      text not null,
  count     integer not null,
  user_id   bigint references users (id) on delete cascade,
  -- of a name that no account has
  name_hash text not null default '',
  address   text not null
);
create index security_events_at on security_events (at);
create index security_events_user on security_events (user_id);
create index security_events_kind on security_events (kind, id);
