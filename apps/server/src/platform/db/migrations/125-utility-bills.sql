-- Bills of a plant's utility as a person typed them in, beside which the letter shows what the plant measured.
create table utility_bills (
  id                   bigint generated always as identity primary key,
  plant_id             bigint not null references plants on delete cascade,
  -- days at the plant, both included
  from_day             date not null,
  to_day               date not null check (to_day >= from_day),
  -- Wh; null: not on the bill
  purchased_wh         double precision,
  fed_in_wh            double precision,
  -- what the utility's meter showed at both ends, Wh; null: not typed in
  purchased_start_wh   double precision,
  purchased_end_wh     double precision,
  fed_in_start_wh      double precision,
  fed_in_end_wh        double precision,
  -- asked for the purchase, in the plant's currency
  amount               double precision,
  saved_at             timestamptz not null,
  unique (plant_id, from_day, to_day)
);
