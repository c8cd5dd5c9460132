-- Data plans of loggers with a SIM card; its end is loggers.sim_expires_on. They belong to the plant that keeps them.
create table data_plans (
  plant_id    bigint not null references plants (id) on delete cascade,
  logger_id   bigint not null references loggers (id) on delete cascade,
  provider    text not null default '',
  iccid       text not null default '',
  is_disabled boolean not null default false,
  primary key (plant_id, logger_id)
);
create index data_plans_logger on data_plans (logger_id);

create table data_plan_orders (
  id         bigint generated always as identity primary key,
  plant_id   bigint not null references plants (id) on delete cascade,
  logger_id  bigint not null references loggers (id) on delete cascade,
  months     smallint not null check (months > 0),
  note       text not null default '',
  state      text not null default 'open' check (state in ('open', 'done', 'refused', 'cancelled')),
  ordered_by bigint references users (id) on delete set null,
  ordered_at timestamptz not null,
  closed_at  timestamptz,
  -- the end of the plan once it is renewed
  expires_on date
);
create index data_plan_orders_plant on data_plan_orders (plant_id, id);
create index data_plan_orders_logger on data_plan_orders (logger_id);
create index data_plan_orders_person on data_plan_orders (ordered_by);
-- one at a time
create unique index data_plan_orders_open on data_plan_orders (logger_id) where state = 'open';

-- Cards that the operator adds to the applications: an insurer, or any page of theirs.
create table application_cards (
  id         bigint generated always as identity primary key,
  kind       text not null check (kind in ('insurance', 'plugin')),
  title      text not null,
  body       text not null default '',
  url        text not null,
  -- signs what the page learns about its visitor; sealed; null: it learns nothing
  secret     text,
  is_on      boolean not null,
  changed_at timestamptz not null
);

-- Who agreed to be led to a partner, and when.
create table application_consents (
  user_id bigint not null references users (id) on delete cascade,
  card_id bigint not null references application_cards (id) on delete cascade,
  at      timestamptz not null,
  primary key (user_id, card_id)
);
create index application_consents_card on application_consents (card_id);

-- What the operator says about applications as a whole.
create table application_settings (
  name  text primary key,
  value jsonb not null
);
