-- A plant offered to a new owner, who must accept. Ends with the share that the new owner has of the plant.
create table hand_overs (
  plant_id        bigint primary key references plants (id) on delete cascade,
  user_id         bigint,
  organisation_id bigint,
  offered_by      bigint references users (id) on delete set null,
  offered_at      timestamptz not null,
  expires_at      timestamptz not null,
  check (num_nonnulls(user_id, organisation_id) = 1),
  foreign key (user_id, plant_id) references plant_members (user_id, plant_id) on delete cascade,
  foreign key (organisation_id, plant_id) references plant_organisations (organisation_id, plant_id) on delete cascade
);
create index hand_overs_user on hand_overs (user_id);
create index hand_overs_organisation on hand_overs (organisation_id);
