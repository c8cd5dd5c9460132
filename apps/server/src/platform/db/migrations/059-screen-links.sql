-- Links that open a large screen without a session, and nothing else. Kept only as hashes.
create table screen_links (
  id              bigint generated always as identity primary key,
  user_id         bigint not null references users (id) on delete cascade,
  -- the identity that its maker had: its plants are shown
  organisation_id bigint references organisations (id) on delete cascade,
  token_hash      bytea not null unique,
  title           text not null default '',
  -- plants with this tag, or one plant; else all
  tag_id          bigint references plant_tags (id) on delete cascade,
  plant_id        bigint references plants (id) on delete cascade,
  -- color, seconds per plant, dimming at night
  look            jsonb not null,
  created_at      timestamptz not null,
  last_used_at    timestamptz,
  check (tag_id is null or plant_id is null)
);
create index screen_links_user on screen_links (user_id, id);
create index screen_links_organisation on screen_links (organisation_id);
create index screen_links_tag on screen_links (tag_id);
create index screen_links_plant on screen_links (plant_id);
