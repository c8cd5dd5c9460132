-- The sky over plants (weather/). A place is a rounded one, in hundredths of a degree: one request serves all plants
-- on it, and all nodes share the answer.
create table weather_places (
  latitude_cdeg  integer not null,
  longitude_cdeg integer not null,
  -- who answered last; another one than the configured: asked anew
  provider       text not null default '',
  next_at        timestamptz not null default now(),
  -- one node asks at a time; a node that died lets go by itself
  leased_until   timestamptz,
  answered_at    timestamptz,
  failures       integer not null default 0,
  -- why the last request brought nothing (weather/provider.ts); null: it did
  fault          text,
  primary key (latitude_cdeg, longitude_cdeg)
);
create index weather_places_next on weather_places (next_at);

-- The hours of a UTC day as columns of 24 values, past and forecast alike: later answers replace earlier ones.
create table weather_days (
  latitude_cdeg  integer not null,
  longitude_cdeg integer not null,
  day            date not null,
  provider       text not null,
  fetched_at     timestamptz not null,
  hours          jsonb not null,
  primary key (latitude_cdeg, longitude_cdeg, day),
  foreign key (latitude_cdeg, longitude_cdeg) references weather_places on delete cascade
);

-- A provider that asked for a pause gets one, on all nodes and for all places.
create table weather_pauses (
  provider text primary key,
  until    timestamptz not null,
  failures integer not null
);

create index plants_weather_place on plants (cast(round(latitude * 100) as integer), cast(round(longitude * 100) as integer));
