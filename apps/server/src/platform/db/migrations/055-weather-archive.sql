-- The past of places from a weather service's archive (weather/fetch-archive.ts): when a place is looked at next, and
-- when it was last asked for, which paces the requests of all nodes.
alter table weather_places
  add column archive_next_at  timestamptz not null default now(),
  add column archive_asked_at timestamptz;
create index weather_places_archive on weather_places (archive_next_at);
