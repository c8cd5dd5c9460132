-- Whether the light of a day was known when it was judged. A day that a clear sky judged although it was, because no slot of it
-- has sun, stayed due for ever.
alter table performance_days add column is_lit boolean not null default false;
