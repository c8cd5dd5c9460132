-- Tags that a person, or an organization, puts on the plants it sees; others see their own.
create table plant_tags (
  id              bigint generated always as identity primary key,
  user_id         bigint references users (id) on delete cascade,
  organisation_id bigint references organisations (id) on delete cascade,
  name            text not null,
  check (num_nonnulls(user_id, organisation_id) = 1)
);
create unique index plant_tags_user on plant_tags (user_id, lower(name)) where user_id is not null;
create unique index plant_tags_organisation on plant_tags (organisation_id, lower(name)) where organisation_id is not null;
create table tagged_plants (
  plant_id bigint not null references plants (id) on delete cascade,
  tag_id   bigint not null references plant_tags (id) on delete cascade,
  primary key (plant_id, tag_id)
);
create index tagged_plants_tag on tagged_plants (tag_id, plant_id);

-- What a person chose to see in the list of plants, under a name, as one of their identities.
create table plant_views (
  id              bigint generated always as identity primary key,
  user_id         bigint not null references users (id) on delete cascade,
  organisation_id bigint references organisations (id) on delete cascade,
  name            text not null,
  -- filters, order, columns (contract/maintain-s/plant-lists.ts)
  definition      jsonb not null
);
create unique index plant_views_name on plant_views (user_id, coalesce(organisation_id, 0), lower(name));
