-- The day of the month on which the plant's electricity bill begins; null: nobody has said.
alter table plants add column billing_day smallint check (billing_day between 1 and 28);
