import { statuses } from '@heliograph/domain/status.ts'
import { addUser } from '@heliograph/server/people/accounts/accounts.ts'
import { type ClusterConnection, clientOf } from '@heliograph/server/platform/db/cluster-connection.ts'
import type { Db } from '@heliograph/server/platform/db/database.ts'

export type SeededHolders = Readonly<{ all: number; tenth: number; fewUserId: number }>

const towns = ['Aachen', 'Berlin', 'Chemnitz', 'Dresden', 'Erfurt', 'Fulda', 'Goslar', 'Husum', 'Ilmenau', 'Jena']
const kinds = ['School', 'Depot', 'Farm', 'Hall', 'Roof', 'Carport', 'Barn', 'Bakery']

/** Built once, when the rows are there: a tenth of the time that a row after the other takes. */
const LATER =
  "tablename in ('plants', 'plant_now', 'plant_search', 'plant_organizations', 'plant_members', 'plant_days')"

/**
 * Plants over Germany as the triggers would have left them, by few statements: one organization holds all, one a tenth,
 * and each plant has an owner, who owns 1 to 20. Nine of ten are well, and the last three days are known.
 */
export async function seedHolders(
  db: Db,
  administrator: ClusterConnection,
  plantCount: number,
  nowMs: number,
): Promise<SeededHolders> {
  await addUser(db, { account: 'bench', password: 'Bench-the-sun-9', isAdmin: true })
  const client = await clientOf(administrator)
  try {
    const { rows } = await client.query<{ id: string }>(
      "insert into organizations (name, code) values ('Bench', 'BENCH'), ('Tenth', 'TENTH') returning id",
    )
    const [all = 0, tenth = 0] = rows.map(({ id }) => Number(id))
    await client.query('set session_replication_role = replica')
    await client.query("set work_mem = '256MB'")
    await client.query("set maintenance_work_mem = '512MB'")
    const { rows: indexes } = await client.query<{ name: string; text: string }>(
      `select i.indexrelid::regclass::text as name, x.indexdef as text from pg_indexes x join pg_index i
         on i.indexrelid = format('%I.%I', x.schemaname, x.indexname)::regclass
       where ${LATER} and x.schemaname = 'public' and not i.indisunique`,
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    await client.query(
      `insert into users (account, nickname, password_hash) select 'owner' || n, 'Owner ' || n, '' from generate_series(1, $1::int) n`,
      [Math.ceil(plantCount / 10)],
    )
    const first = await client.query<{ id: string }>("select min(id) as id from users where account like 'owner%'")
    const fewUserId = Number(first.rows[0]?.id)
    // The n-th owner of ten has 2n - 1 or 2n plants of each hundred, so that some have 1 and some 20.
    await client.query(
      `create temporary table owned as select n, $2::bigint + (n - 1) / 100 * 10
         + (array(select k from generate_series(0, 9) k, generate_series(1, 2 * k + 1)))[1 + (n - 1) % 100] as user_id
       from generate_series(1, $1::int) n`,
      [plantCount, fewUserId],
    )
    await client.query(
      `insert into plants (name, address, type, grid_type, capacity_wp, latitude, longitude, zone, currency, price_per_kwh, azimuth_deg, tilt_deg)
       select ($2::text[])[1 + n / 3 % cardinality($2)] || ' ' || n || 'x',
         'Street ' || n % 200 || ', ' || (10000 + n % 89999) || ' ' || ($3::text[])[1 + n / 7 % cardinality($3)],
         'HOUSE_ROOF', case when n % 50 = 0 then 'OFF_GRID' else 'EXCESS' end, 5000 + n % 20000, 47.5 + 7 * random(), 6 + 9 * random(), 'Europe/Berlin',
         (array['EUR', 'CHF'])[1 + n % 2], 0.3, 180, 20 from generate_series(1, $1::int) n`,
      [plantCount, kinds, towns],
    )
    await client.query(
      'create temporary table numbered as select id, row_number() over (order by id)::int as n from plants',
    )
    await client.query(
      `insert into plant_organizations (plant_id, organization_id, role, rights)
       select id, $1::bigint, 'owner', '{viewPlantInfo,viewPlantDevice}'::text[] from numbered
       union all select id, $2::bigint, 'viewer', '{viewPlantInfo}' from numbered where n % 10 = 0`,
      [all, tenth],
    )
    await client.query(
      `insert into plant_members (plant_id, user_id, role, rights)
       select id, user_id, 'owner', '{viewPlantInfo,viewPlantDevice}' from numbered join owned using (n)`,
    )
    await client.query(
      `insert into plant_search (plant_id, words, holders, viewers)
       select p.id, lower(p.name || E'\\n' || p.address),
         array[-$1::bigint, o.user_id] || case when n % 10 = 0 then array[-$2::bigint] else '{}' end, array[-$1::bigint, o.user_id]
       from numbered join owned o using (n) join plants p using (id)`,
      [all, tenth],
    )
    await client.query(
      `insert into plant_now (plant_id, holders, capacity_wp, latitude, longitude, currency, price_per_kwh, status, status_rank, pv_w, last_at, next_change_at,
         device_count, today, today_wh, reason)
       select s.id, array[-$3::bigint, s.user_id] || case when s.n % 10 = 0 then array[-$4::bigint] else '{}' end, s.capacity_wp, s.latitude, s.longitude, s.currency, s.price_per_kwh, s.status,
         array_position($1::text[], s.status) - 1, random() * 8000, $2, $2::timestamptz + interval '1 day', 2,
         ($2::timestamptz at time zone 'Europe/Berlin')::date, 12345 * random(), null
       from (select p.id, p.capacity_wp, p.latitude, p.longitude, p.currency, p.price_per_kwh, k.n, o.user_id,
           case when random() < 0.9 then 'well' else ($1::text[])[1 + floor(random() * 7)::int] end as status
         from numbered k join owned o using (n) join plants p using (id)) s`,
      [[...statuses], new Date(nowMs), all, tenth],
    )
    await client.query(
      `insert into plant_days (plant_id, day, generation_wh)
       select id, ($1::timestamptz at time zone 'Europe/Berlin')::date - back, 30000 * random()
       from plants, generate_series(0, 2) back`,
      [new Date(nowMs)],
    )
    for (const { text } of indexes) await client.query(text)
    await client.query('vacuum analyze')
    return { all, tenth, fewUserId }
  } finally {
    await client.end()
  }
}

/** Of a folder that an earlier run has filled. */
export async function readSeeded(db: Db): Promise<SeededHolders> {
  const { rows } = await db.pool.query<SeededHolders>(
    `select (select id from organizations where code = 'BENCH')::float8 as all,
       (select id from organizations where code = 'TENTH')::float8 as tenth,
       (select min(id) from users where account like 'owner%')::float8 as "fewUserId"`,
  )
  const [found] = rows
  if (found === undefined) throw new Error('the folder is not one of this bench')
  return found
}
