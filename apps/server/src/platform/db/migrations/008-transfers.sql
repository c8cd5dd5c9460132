-- What an account that moves here has sent so far: it becomes rows of its own in one transaction, when everything is here.
create table transfer_parts (
  move_id    text not null references account_moves (id) on delete cascade,
  part       integer not null,
  table_name text not null,
  rows       jsonb not null,
  primary key (move_id, part)
);
alter table transfer_parts alter column rows set storage extended;

-- While an account is moving its loggers belong to nobody and yet to nobody else; once it has moved, what they still send
-- here is passed on. plant_id: where they belonged, for the case that the move fails.
alter table moved_loggers
  add column move_id  text references account_moves (id) on delete set null,
  add column plant_id bigint,
  add column is_gone  boolean not null default false;
