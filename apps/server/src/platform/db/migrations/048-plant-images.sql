-- Pictures of a plant, encoded anew by this server: no file of a visitor is ever served. The first one is the cover.
create table plant_images (
  id         bigint generated always as identity primary key,
  plant_id   bigint not null references plants (id) on delete cascade,
  position   integer not null,
  caption    text not null default '',
  -- of the large one, which is WebP like the small one
  width      integer not null,
  height     integer not null,
  large      bytea not null,
  small      bytea not null,
  created_at timestamptz not null,
  created_by bigint references users (id) on delete set null
);
-- compressed already
alter table plant_images alter column large set storage external, alter column small set storage external;
create index plant_images_plant on plant_images (plant_id, position, id);
create index plant_images_person on plant_images (created_by);
