-- What people order from the operator: renewals of data plans, and credits for messages. Orders keep their numbers, which
-- stand in payments: two kinds may share one.
create table orders (
  id         bigint generated always as identity,
  kind       text not null check (kind in ('renewal', 'credits')),
  -- of a renewal
  plant_id   bigint references plants (id) on delete cascade,
  logger_id  bigint references loggers (id) on delete cascade,
  -- of credits
  channel    text check (channel in ('email', 'sms')),
  price      numeric(12, 2),
  currency   text,
  -- months, or credits
  amount     integer not null check (amount > 0),
  note       text not null default '',
  state      text not null default 'open' check (state in ('open', 'done', 'refused', 'cancelled')),
  ordered_by bigint references users (id) on delete set null,
  ordered_at timestamptz not null,
  closed_at  timestamptz,
  -- the end of the plan once it is renewed
  expires_on date,
  primary key (kind, id),
  check (num_nonnulls(plant_id, logger_id) = case kind when 'renewal' then 2 else 0 end),
  check (num_nonnulls(channel, price, currency) = case kind when 'credits' then 3 else 0 end)
);
create index orders_plant on orders (plant_id, id);
create index orders_logger on orders (logger_id);
create index orders_person on orders (ordered_by, id);
-- one at a time
create unique index orders_open_renewal on orders (logger_id) where state = 'open' and kind = 'renewal';
create unique index orders_open_credits on orders (ordered_by, channel) where state = 'open' and kind = 'credits';

insert into orders (id, kind, plant_id, logger_id, amount, note, state, ordered_by, ordered_at, closed_at, expires_on)
overriding system value
select id, 'renewal', plant_id, logger_id, months, note, state, ordered_by, ordered_at, closed_at, expires_on
from data_plan_orders;
insert into orders (id, kind, channel, amount, price, currency, note, state, ordered_by, ordered_at, closed_at)
overriding system value
select id, 'credits', channel, credits, price, currency, note, state, ordered_by, ordered_at, closed_at
from message_credit_orders;
select setval(pg_get_serial_sequence('orders', 'id'), max(id)) from orders having max(id) is not null;

drop table data_plan_orders;
drop table message_credit_orders;
