-- Digests of the files that this installation signed: who has a file can ask whether it came from here as it is. No
-- plant and no person stands here, so that the answer outlives both.
create table signed_files (
  digest bytea primary key check (length(digest) = 32),
  kind text not null,
  brand text not null,
  fingerprint text not null,
  made_at timestamptz not null
);
