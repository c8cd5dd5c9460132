-- Plants that somebody deleted: nobody holds them, so that no list, sum, call or stream knows them, and their loggers still
-- record into them. Whose account or organization is gone (both null), or whose time is over, is removed for good.
create table binned_plants (
  plant_id        bigint primary key references plants (id) on delete cascade,
  -- the owner
  user_id         bigint references users (id) on delete set null,
  organisation_id bigint references organisations (id) on delete set null,
  binned_by       bigint references users (id) on delete set null,
  -- the organization for which they acted
  binned_as       bigint references organisations (id) on delete set null,
  binned_at       timestamptz not null,
  delete_at       timestamptz not null,
  -- rows of plant_members and plant_organisations, as they come back
  members         jsonb not null,
  organisations   jsonb not null,
  auth_open       boolean not null
);
create index binned_plants_end on binned_plants (delete_at);
create index binned_plants_user on binned_plants (user_id);
create index binned_plants_organisation on binned_plants (organisation_id);
create index binned_plants_by on binned_plants (binned_by);
