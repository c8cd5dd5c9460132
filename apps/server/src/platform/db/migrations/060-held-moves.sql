-- A device that went to another plant on its own stays there: what a logger of its old plant still sends of it is not stored.
alter table device_moves
  add column is_alone        boolean not null default false,
  -- when a logger there last sent a record of it, and which
  add column still_at        timestamptz,
  add column still_logger_id bigint references loggers (id) on delete set null;
update device_moves set is_alone = logger_id is null;
