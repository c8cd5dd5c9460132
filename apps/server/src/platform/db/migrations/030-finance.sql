-- The prices of a plant from a date on, until the next row's date. Before the first row the plant's plain price counts.
create table tariffs (
  plant_id   bigint not null references plants (id) on delete cascade,
  -- a date at the plant; 1970-01-01: from the start
  valid_from date not null,
  -- domain/tariff/tariff.ts
  tariff     jsonb not null,
  primary key (plant_id, valid_from)
);

-- What a plant cost and how it was paid (finance/finances.ts).
create table plant_finances (
  plant_id bigint primary key references plants (id) on delete cascade,
  finances jsonb not null
);

-- Energies of a plant's days by hours, as bills need them, derived from roll-ups and plant_days: a bill of ten years
-- reads 3,650 rows of them instead of 87,600 roll-ups of each device. A row whose stamp is not that of its day is stale.
create table plant_hours (
  plant_id bigint not null references plants (id) on delete cascade,
  day      date not null,
  stamp    text not null,
  -- three lists of one length: import, export and own use in Wh, as doubles
  hours    bytea not null,
  primary key (plant_id, day)
);
alter table plant_hours alter column hours set storage external;
