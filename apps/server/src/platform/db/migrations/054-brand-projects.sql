-- Brands that people edit: of the server, or of an organization. The table `brands` stays what it was: rows by hand.
create table brand_projects (
  id              bigint generated always as identity primary key,
  -- clientStyle in an address, projectId on the wire
  key             text not null unique check (key = lower(key)),
  name            text not null,
  -- null: of the server
  organisation_id bigint references organisations (id) on delete cascade,
  status          text not null default 'OK' check (status in ('OK', 'SUSPENDED')),
  -- the one that is shown; 0: none was saved yet
  version         integer not null default 0,
  created_at      timestamptz not null
);
create index brand_projects_organisation on brand_projects (organisation_id);

-- Each save is a version; branding/brand.ts checks the data when it is read.
create table brand_versions (
  brand_id bigint not null references brand_projects (id) on delete cascade,
  version  integer not null check (version > 0),
  data     jsonb not null check (jsonb_typeof(data) = 'object'),
  note     text not null default '',
  -- the version whose data came back
  restores integer,
  saved_at timestamptz not null,
  saved_by bigint references users (id) on delete set null,
  primary key (brand_id, version)
);
create index brand_versions_person on brand_versions (saved_by);

-- Hosts that show a brand once somebody has proven that they are theirs.
create table brand_domains (
  brand_id    bigint not null references brand_projects (id) on delete cascade,
  domain      text not null check (domain = lower(domain)),
  -- what the DNS record or the file must say
  proof       text not null,
  verified_at timestamptz,
  proven_by   text check (proven_by in ('dns', 'file')),
  created_at  timestamptz not null,
  primary key (brand_id, domain)
);
-- claimed by many, proven by one
create unique index brand_domains_verified on brand_domains (domain) where verified_at is not null;

-- Pictures of brands, encoded anew; named by what they show, so that a version of years ago still has them.
create table brand_pictures (
  brand_id   bigint not null references brand_projects (id) on delete cascade,
  name       text not null,
  type       text not null check (type in ('image/png', 'image/webp')),
  bytes      bytea not null,
  created_at timestamptz not null,
  primary key (brand_id, name)
);
create index brand_pictures_name on brand_pictures (name);

-- Servers keep brands in memory.
create function tell_brands_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('brands_changed', '');
  return null;
end $$;
create trigger brands_told after insert or update or delete on brands for each statement execute function tell_brands_changed();
create trigger brand_projects_told after insert or update or delete on brand_projects for each statement execute function tell_brands_changed();
create trigger brand_domains_told after insert or update or delete on brand_domains for each statement execute function tell_brands_changed();
