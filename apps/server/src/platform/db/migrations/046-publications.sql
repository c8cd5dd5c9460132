-- What the operator publishes: announcements, documents, versions of the applications; and what people suggest.
create table announcements (
  id         bigint generated always as identity primary key,
  level      text not null check (level in ('info', 'warning', 'critical')),
  from_at    timestamptz not null,
  -- null: until it is removed
  until_at   timestamptz check (until_at > from_at),
  -- by language: {"en": {"title": "...", "body": "..."}}
  texts      jsonb not null,
  link       text not null default '',
  changed_at timestamptz not null
);
create index announcements_until on announcements (until_at);

-- A link, or a file that is kept here.
create table documents (
  id         bigint generated always as identity primary key,
  kind       text not null,
  -- '': for all languages
  language   text not null,
  title      text not null,
  link       text,
  file       bytea,
  size_bytes integer,
  changed_at timestamptz not null,
  check ((link is null) <> (file is null))
);

create table app_versions (
  id            bigint generated always as identity primary key,
  platform      text not null,
  version       text not null,
  inner_version integer not null,
  published_at  timestamptz not null,
  -- by language
  notes         jsonb not null,
  link          text not null default '',
  -- older ones must not be used any more
  is_required   boolean not null default false,
  unique (platform, version)
);
create index app_versions_published on app_versions (platform, published_at);

create table suggestions (
  id         bigint generated always as identity primary key,
  user_id    bigint not null references users (id) on delete cascade,
  category   text not null,
  body       text not null,
  contact    text not null default '',
  -- where the person was, with their consent; null without
  context    jsonb,
  state      text not null default 'open' check (state in ('open', 'answered', 'closed')),
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index suggestions_user on suggestions (user_id, id);
create index suggestions_state on suggestions (state, id);

create table suggestion_replies (
  id            bigint generated always as identity primary key,
  suggestion_id bigint not null references suggestions (id) on delete cascade,
  by_operator   boolean not null,
  body          text not null,
  at            timestamptz not null
);
create index suggestion_replies_of on suggestion_replies (suggestion_id, id);

-- Re-encoded here, without anything that a camera writes into a picture.
create table suggestion_pictures (
  suggestion_id bigint not null references suggestions (id) on delete cascade,
  position      smallint not null,
  data          bytea not null,
  primary key (suggestion_id, position)
);
