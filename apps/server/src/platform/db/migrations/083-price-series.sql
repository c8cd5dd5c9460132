-- Prices of a market that tariffs of a plant follow, per kWh in its currency, by UTC days of 96 quarter hours.
create table price_series (
  plant_id bigint not null references plants on delete cascade,
  name text not null check (length(name) between 1 and 60),
  primary key (plant_id, name)
);

create table price_days (
  plant_id bigint not null references plants on delete cascade,
  name text not null,
  day date not null,
  prices double precision[] not null check (cardinality(prices) = 96),
  primary key (plant_id, name, day),
  foreign key (plant_id, name) references price_series on delete cascade
);
