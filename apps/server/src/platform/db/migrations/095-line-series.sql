-- Series that programs send in line protocol, and what the owner says each one is (line-protocol/series.ts).
create table line_series (
  id           bigint generated always as identity primary key,
  plant_id     bigint not null references plants (id) on delete cascade,
  -- of measurement, tags and field
  key_hash     bytea not null,
  measurement  text not null,
  tags         jsonb not null,
  field        text not null,
  last_value   double precision not null,
  last_seen_at timestamptz not null,
  -- open: nobody has decided; assigned: the next four say what it is; ignored: it is dropped without a word
  state        text not null default 'open' check (state in ('open', 'assigned', 'ignored')),
  serial       text,
  quantity     text,
  unit         text,
  is_turned    boolean not null default false,
  unique (plant_id, key_hash),
  check ((state = 'assigned') = (serial is not null and quantity is not null and unit is not null))
);
