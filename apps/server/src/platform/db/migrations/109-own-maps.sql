-- Register maps that people made in the profile lab, for devices of their own: a person's, or an organization's.
create table own_maps (
  id              bigint generated always as identity primary key,
  user_id         bigint references users (id) on delete cascade,
  organization_id bigint references organizations (id) on delete cascade,
  name            text not null,
  -- items of a known map with their meanings, and registers of their own (devices/reads/register-map/own-map.ts)
  recipe          jsonb not null,
  created_at      timestamptz not null,
  check ((user_id is null) <> (organization_id is null))
);
create index own_maps_user on own_maps (user_id) where user_id is not null;
create index own_maps_organization on own_maps (organization_id) where organization_id is not null;
