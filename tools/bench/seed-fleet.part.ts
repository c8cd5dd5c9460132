import { statuses } from '@heliograph/domain/status.ts'
import { addUser } from '@heliograph/server/people/accounts/accounts.ts'
import type { Db } from '@heliograph/server/platform/db/database.ts'
import { kinds, RATED_W, ZONE } from './telemetry.part.ts'

/**
 * Plants of one organization by SQL, each with two inverters; nine of ten are well.
 * @returns the organization's id
 */
export async function seedFleet(db: Db, plantCount: number, nowMs: number): Promise<number> {
  const { pool } = db
  const userId = await addUser(db, { account: 'bench', password: 'Bench-the-sun-9', isAdmin: true })
  const { rows } = await pool.query<{ id: number }>(
    "insert into organizations (name, code) values ('Bench', 'BENCH') returning id",
  )
  const organizationId = rows[0]?.id ?? 0
  await pool.query(
    `insert into plants (name, type, grid_type, capacity_wp, latitude, longitude, zone, currency, azimuth_deg, tilt_deg)
     select 'Plant ' || n, 'HOUSE_ROOF', 'EXCESS', 10000, 48, 10, $2, 'EUR', 180, 20 from generate_series(1, $1::int) n`,
    [plantCount, ZONE],
  )
  await pool.query(
    `insert into plant_organizations (plant_id, organization_id, role, rights)
     select id, $1, 'owner', '{viewPlantInfo,viewPlantAlert}' from plants`,
    [organizationId],
  )
  // Ten plants of one person among the hundred thousand.
  await pool.query(
    `insert into plant_members (plant_id, user_id, role, rights)
     select id, $1, 'owner', '{viewPlantInfo,viewPlantAlert}' from plants where id % ($2 / 10) = 0`,
    [userId, plantCount],
  )
  await pool.query(
    `insert into devices (plant_id, serial, name, type, profile_id, quantities, flows, rated_w)
     select p.id, 'B' || p.id || '-' || k, 'Inverter ' || k, 'INVERTER', 'sofar-2701',
       case k when 1 then $1::text[] else $2::text[] end, case k when 1 then $3::text[] else $4::text[] end, $5
     from plants p, generate_series(1, 2) k`,
    [kinds[0]?.quantities, kinds[1]?.quantities, kinds[0]?.flows, kinds[1]?.flows, RATED_W],
  )
  await pool.query(
    `update plant_now n set status = s.status, status_rank = array_position($1::text[], s.status) - 1, pv_w = random() * 8000,
       last_at = $2, next_change_at = $2::timestamptz + interval '1 day', device_count = 2, today = '2026-06-20', today_wh = 12345,
       reason = case when s.status = 'well' then null else jsonb_build_object('kind', 'silent', 'count', 1, 'total', 2, 'group', 'inverter', 'sinceMs', 1781956800000,
         'devices', jsonb_build_array(jsonb_build_object('id', n.plant_id * 2, 'name', 'Inverter 1')), 'code', null) end
     from (select plant_id, case when random() < 0.9 then 'well' else ($1::text[])[1 + floor(random() * 7)::int] end as status
       from plant_now) s where s.plant_id = n.plant_id`,
    [[...statuses], new Date(nowMs)],
  )
  // The seed wrote each row twice, which no server does.
  await pool.query('vacuum full plant_now')
  await pool.query('vacuum analyze')
  return organizationId
}
