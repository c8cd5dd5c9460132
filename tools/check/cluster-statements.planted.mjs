/** Statements for cluster-statements.mjs: by rule those that a cluster refused, and those that it runs. */
export const planted = {
  'row locks of several plants': [
    'q(`select device_id, last from device_latest where (plant_id, device_id) in (select * from unnest($1::bigint[], $2::bigint[])) order by 1 for no key update`)',
    "q('select day from plant_days where day = $1 for update')",
    `const table = 'from public.samples s'\nq(\`select 1 \${table} where s.device_id = any($1) for share\`)`,
  ],
  'locks on the machine of the table, not the coordinator’s': [
    "q('select count(pg_advisory_xact_lock(device_id)) from device_latest where plant_id = $1')",
  ],
  'a select list without columns': [
    "q('select exists (select from samples_late) or exists (select from samples where plant_id = $1)')",
    'q(`select 1 where not exists (select from step_decisions d where d.plant_id = $1)`)',
  ],
  'a computed value in returning': [
    "q(`delete from samples s using unnest($1::bigint[]) k (id) where s.device_id = k.id returning date_part('epoch', s.at) * 1000, s.values`)",
    'q(`update plant_days set samples = 0 where plant_id = $1 returning day::text`)',
    `q(\`with gone as (delete from taken_samples where plant_id = $1 returning \${msOf("at")}, values) select * from gone\`)`,
  ],
  'a write that joins tables of workers and coordinator': [
    'q(`update plant_now p set today_wh = (select d.generation_wh from plant_days d where d.plant_id = p.plant_id) where p.version = $1`)',
    'q(`delete from quarantine q using devices d where d.id = q.device_id and d.standing = $1`)',
    'q(`update weather_places w set answered_at = now() where known returning (select min(n.day) from plants p join plant_days n on n.plant_id = p.id)`)',
  ],
  'a lateral join over several plants': [
    'q(`select k.i, s.at from unnest($1::bigint[], $2::int[]) k (id, i) cross join lateral (select at from samples s where s.device_id = k.id order by at limit 1) s`)',
  ],
  'rows of the coordinator locked by what the workers have': [
    "const isSpare = sql<boolean>`not exists (select 1 from device_latest l where l.device_id = devices.id)`\nlet q = db.selectFrom('devices').selectAll().select(isSpare.as('is_spare')).where('plant_id', '=', id).forNoKeyUpdate().execute()",
    'q(`select id from plants p where id = $1 and exists (select 1 from plant_days d where d.plant_id = p.id) for update`)',
  ],
  'a sub-select that depends on rows of another machine': [
    'q(`select p.id, (select sum(d.generation_wh) from plant_days d where d.plant_id = p.id) from plants p`)',
    'q(`select k.id, array(select s.at from samples s where s.device_id = k.id) from unnest($1::bigint[]) k (id)`)',
    'q(`select p.id from plants p where not exists (select 1 from plant_day_entries d where d.plant_id = p.id)`)',
    'q(`with own as (select id from plants) select o.id, (select max(day) from meter_days m where m.plant_id = o.id) from own o`)',
    'q(`select d.day from plant_days d where exists (select 1 from plants p where p.id = d.plant_id)`)',
    'q(`select m.day, (select sum(d.generation_wh) from plant_days d where d.day = m.day) from meter_days m`)',
    'q(`select d.day, (select p.name from plants p where p.id = d.plant_id) from plant_days d order by d.plant_id, d.day`)',
    'q(`select d.day from plant_days d where d.day <> all (select p.created_on from plants p where p.id = d.plant_id)`)',
  ],
  'a cast to an array as a table': [
    'q(`select (select sum(p) from unnest(w.pieces::int[]) p) from unnest($1::text[]) w (pieces) join sealed_months m on true`)',
  ],
}

export const innocent = [
  'q(`select p.id from plants p where p.id in (select d.plant_id from plant_days d where d.day = $1)`)',
  'q(`select m.day from meter_days m where not exists (select 1 from plant_days d where d.plant_id = m.plant_id and d.day = m.day)`)',
  'q(`select d.day, (select sum(b.n) from unnest($1::bigint[], $2::int[]) b (id, n) where b.id = d.plant_id) from plant_days d`)',
  'q(`with days as materialized (select * from plant_days where day = $1) select p.id, (select sum(d.generation_wh) from days d where d.plant_id = p.id) from plants p`)',
  'q(`select day from plant_days where plant_id = $1 and day = any($2::date[]) order by day for no key update`)',
  "q('select id from plants where id = any($1::bigint[]) order by id for no key update')",
  'q(`select count(pg_advisory_xact_lock(id)) from unnest($1::bigint[]) id`)',
  "q(`with gone as (delete from samples s using unnest($1::bigint[]) k (id) where s.device_id = k.id returning s.at, s.values) select date_part('epoch', at) from gone`)",
  'q(`with days as materialized (select d.plant_id, d.generation_wh from unnest($1::bigint[]) k (id) join plant_days d on d.plant_id = k.id) update plant_now p set today_wh = d.generation_wh from days d where d.plant_id = p.plant_id`)',
  'q(`select p.id, d.day from plants p join plant_days d on d.plant_id = p.id`)',
  'q(`select s.* from own cross join lateral (select at from samples where plant_id = $1 and device_id = own.id) s`)',
  'q(`insert into samples select * from unnest($1::samples[])`)',
  "let q = db.selectFrom('devices').select(sql`exists (select 1 from device_serials)`.as('is_old')).where('plant_id', '=', id).forUpdate()",
  "q('select exists (select from plants where id = $1)')",
  'q(`select (select sum(p::int) from unnest(string_to_array(w.pieces, $2)) p) from unnest($1::text[]) w (pieces) join sealed_months m on true`)',
]
