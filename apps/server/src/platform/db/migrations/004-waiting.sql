-- Payloads that cannot be attributed or read yet. Nothing is thrown away before a bound is reached.

-- Records of loggers that nobody has registered; replayed when the logger is registered.
create table waiting_records (
  id           bigint generated always as identity primary key,
  serial       bigint not null,
  received_at  timestamptz not null default now(),
  digest       bytea not null,
  payload      bytea not null,
  unique (serial, digest)
);

-- Payloads of registered loggers that no profile reads; decoded later when a profile exists.
create table undecoded_payloads (
  plant_id      bigint not null,
  serial        bigint not null,
  digest        bytea not null,
  received_at   timestamptz not null default now(),
  sensor_type   integer,
  device_serial text not null default '',
  reason        text not null,
  payload       bytea not null,
  primary key (plant_id, serial, digest)
);
create index undecoded_type on undecoded_payloads (sensor_type);
