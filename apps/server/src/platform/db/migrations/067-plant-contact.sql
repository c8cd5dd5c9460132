-- Whom to reach about a plant, and the number of its connection; parts that nobody entered are left out.
alter table plants add column contact jsonb not null default '{}';

-- A plain price from the start stands in the plant's record alone.
update plants p set price_per_kwh = (t.tariff->>'pricePerKwh')::double precision
from tariffs t
where t.plant_id = p.id and t.valid_from = '1970-01-01' and t.tariff->>'rule' = 'production'
  and coalesce(t.tariff->>'benchmarkPrice', '') = '' and coalesce(t.tariff->>'purchase', '') = ''
  and coalesce(t.tariff->>'feedIn', '') = '' and (t.tariff->>'standingPerDay')::double precision = 0
  and not exists (select from jsonb_each_text(t.tariff->'subsidies') s where s.value::double precision <> 0);
delete from tariffs t
where t.valid_from = '1970-01-01' and t.tariff->>'rule' = 'production'
  and coalesce(t.tariff->>'benchmarkPrice', '') = '' and coalesce(t.tariff->>'purchase', '') = ''
  and coalesce(t.tariff->>'feedIn', '') = '' and (t.tariff->>'standingPerDay')::double precision = 0
  and not exists (select from jsonb_each_text(t.tariff->'subsidies') s where s.value::double precision <> 0);
