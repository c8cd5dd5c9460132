-- What the operator publishes, of every kind in one table: announcements, documents, versions of the applications. Each kind
-- keeps its numbers, which stand in links and in what a browser has dismissed: two kinds may share one.
create table notices (
  id            bigint generated always as identity,
  kind          text not null check (kind in ('announcement', 'document', 'version')),
  -- the level of an announcement, the kind of a document, the platform of a version
  topic         text not null,
  -- by language, '' for all: {"en": {"title": "...", "body": "..."}}
  texts         jsonb not null,
  link          text not null default '',
  from_at       timestamptz not null,
  -- null: until it is removed
  until_at      timestamptz check (until_at > from_at),
  changed_at    timestamptz not null,
  -- of a document without a link
  file          bytea,
  size_bytes    integer,
  -- of a version; older ones must not be used any more where it is required
  version       text,
  inner_version integer,
  is_required   boolean,
  primary key (kind, id),
  check (kind <> 'announcement' or topic in ('info', 'warning', 'critical')),
  check (kind = 'announcement' or until_at is null),
  check ((file is not null) = (kind = 'document' and link = '')),
  check (num_nonnulls(version, inner_version, is_required) = case kind when 'version' then 3 else 0 end)
);
create index notices_from on notices (kind, topic, from_at);
create unique index notices_version on notices (topic, version) where kind = 'version';

insert into notices (id, kind, topic, texts, link, from_at, until_at, changed_at)
overriding system value
select id, 'announcement', level, texts, link, from_at, until_at, changed_at from announcements;
insert into notices (id, kind, topic, texts, link, from_at, changed_at, file, size_bytes)
overriding system value
select id, 'document', kind, jsonb_build_object(language, jsonb_build_object('title', title, 'body', '')),
  coalesce(link, ''), changed_at, changed_at, file, size_bytes from documents;
insert into notices (id, kind, topic, texts, link, from_at, changed_at, version, inner_version, is_required)
overriding system value
select id, 'version', platform,
  (select coalesce(jsonb_object_agg(language, jsonb_build_object('title', '', 'body', body)), '{}')
   from jsonb_each_text(notes) as n (language, body)),
  link, published_at, published_at, version, inner_version, is_required from app_versions;
select setval(pg_get_serial_sequence('notices', 'id'), max(id)) from notices having max(id) is not null;

drop table announcements;
drop table documents;
drop table app_versions;
