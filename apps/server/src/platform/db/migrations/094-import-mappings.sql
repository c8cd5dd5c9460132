-- How a person read a file, by its headings: offered for the next file that has them (imports/saved-mappings.ts).
create table import_mappings (
  user_id    bigint not null references users (id) on delete cascade,
  -- of the headings
  heads_hash bytea not null,
  mapping    jsonb not null,
  used_at    timestamptz not null,
  primary key (user_id, heads_hash)
);
