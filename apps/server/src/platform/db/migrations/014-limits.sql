-- What people have spent of their calls, for all nodes: when the budget will be full again, and what was given out last.
-- Unlogged: after a crash everybody starts with a full one.
create unlogged table call_budgets (
  user_id    bigint primary key references users (id) on delete cascade,
  full_at_ms double precision not null,
  granted    double precision not null
);
