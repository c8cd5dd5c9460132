-- Access tokens that programs written for the SOLARMAN OpenAPI open with an app id, a secret and a password of their own.
-- Hashes of random values: nobody can guess what they are of.
create table solarman_access (
  access_token_id bigint primary key references access_tokens (id) on delete cascade,
  app_id          text not null unique,
  secret_hash     bytea not null,
  password_hash   bytea not null
);
