-- Loggers whose stream goes on to the cloud of their maker (intake/ingest/solarman/forward).
create table logger_forwards (
  logger_id         bigint primary key references loggers (id) on delete cascade,
  -- that wanted it; the next plant of the logger has not
  plant_id          bigint not null references plants (id) on delete cascade,
  -- host:port, as the operator's list names it
  cloud             text not null,
  started_at        timestamptz not null,
  -- as the node of the logger last reported
  state             text not null default 'waiting' check (state in ('waiting', 'connecting', 'connected', 'away')),
  connected_at      timestamptz,
  last_error        text,
  last_error_at     timestamptz,
  sent_bytes        bigint not null default 0,
  sent_frames       bigint not null default 0,
  received_bytes    bigint not null default 0,
  received_frames   bigint not null default 0,
  -- records that this server acknowledged because the cloud was away: it does not have them
  missed_records    bigint not null default 0
);
create index logger_forwards_plant on logger_forwards (plant_id);

create function logger_forward_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('logger_forwards', coalesce(new.logger_id, old.logger_id)::text);
  return null;
end $$;
create trigger logger_forward_came_or_went after insert or delete on logger_forwards for each row
  execute function logger_forward_changed();
create trigger logger_forward_turned after update on logger_forwards for each row
  when (old.cloud is distinct from new.cloud or old.plant_id is distinct from new.plant_id)
  execute function logger_forward_changed();

create function logger_left_plant() returns trigger language plpgsql as $$
begin
  delete from logger_forwards where logger_id = new.id and plant_id is distinct from new.plant_id;
  return null;
end $$;
create trigger logger_forward_ends after update on loggers for each row
  when (old.plant_id is distinct from new.plant_id) execute function logger_left_plant();
