-- Credits for messages on the channels that the operator charges (message-credits/); the prices are in application_settings.
create table message_credits (
  user_id bigint not null references users (id) on delete cascade,
  channel text not null check (channel in ('email', 'sms')),
  balance integer not null default 0 check (balance >= 0),
  -- what the person was told since the last top-up: 0 nothing, 1 that few are left, 2 that none are
  told    smallint not null default 0 check (told between 0 and 2),
  primary key (user_id, channel)
);

-- Each change of a balance.
create table message_credit_entries (
  id      bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  channel text not null,
  kind    text not null check (kind in ('sent', 'returned', 'topUp')),
  change  integer not null,
  balance integer not null,
  at      timestamptz not null
);
create index message_credit_entries_person on message_credit_entries (user_id, id);
create index message_credit_entries_age on message_credit_entries (at);

create table message_credit_orders (
  id         bigint generated always as identity primary key,
  channel    text not null check (channel in ('email', 'sms')),
  credits    integer not null check (credits > 0),
  price      numeric(12, 2) not null,
  currency   text not null,
  note       text not null default '',
  state      text not null default 'open' check (state in ('open', 'done', 'refused', 'cancelled')),
  ordered_by bigint references users (id) on delete set null,
  ordered_at timestamptz not null,
  closed_at  timestamptz
);
create index message_credit_orders_person on message_credit_orders (ordered_by, id);
-- one at a time
create unique index message_credit_orders_open on message_credit_orders (ordered_by, channel) where state = 'open';

-- A credit was taken for it: over all its tries one.
alter table message_sendings add column is_charged boolean not null default false;
