import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { migrate } from './migrate.ts'

const log = pino({ level: 'silent' })
const all = fileURLToPath(new URL('./migrations', import.meta.url))
const files = readdirSync(all).sort()
const older = files.slice(
  0,
  files.findIndex((name) => name.endsWith('-american-names.sql')),
)

it('keeps organizations, brands, deleted plants and the log under their new names', async () => {
  const test = await createTestDatabase()
  const { pool } = test.db
  const folder = mkdtempSync(join(tmpdir(), 'heliograph-migrations-'))
  const firstOf = async (text: string): Promise<unknown> => Object.values((await pool.query(text)).rows[0] ?? {})[0]
  try {
    await pool.query('drop schema public cascade; create schema public')
    for (const name of older) copyFileSync(join(all, name), join(folder, name))
    await migrate(pool, { log, folder })
    await pool.query(`
      insert into users (id, account, password_hash, nickname) overriding system value values (5, 'owner', 'x', 'O');
      insert into organisations (id, name, code) overriding system value values (7, 'Colour & Centre Solar', 'CCS');
      insert into organisation_members (organisation_id, user_id, role) values (7, 5, 'admin');
      insert into plants (id, name, type, grid_type, capacity_wp, latitude, longitude, zone, currency, azimuth_deg, tilt_deg)
        overriding system value values (1, 'Roof', 'HOUSE_ROOF', 'EXCESS', 5000, 51, 0, 'Europe/London', 'GBP', 180, 30);
      insert into plant_organisations (plant_id, organisation_id, role, rights) values (1, 7, 'owner', '{viewPlantInfo}');
      insert into binned_plants (plant_id, organisation_id, binned_at, delete_at, members, organisations, auth_open)
        select 1, 7, now(), now(), '[]', jsonb_agg(to_jsonb(o)), false from plant_organisations o;
      insert into brands (host, data) values ('a.example',
        '{"name": "Centre", "colours": [{"name": "primary"}], "blockedFunctions": ["organisationCreate", "message"]}')`)

    await migrate(pool, { log, folder: all })

    expect(await firstOf('select name from organizations')).toBe('Colour & Centre Solar')
    expect(await firstOf('select organization_id from organization_members where user_id = 5')).toBe(7)
    expect(
      await firstOf("select organization_id from plant_holders where plant_id = 1 and 'viewPlantInfo' = any(rights)"),
    ).toBe(7)
    expect(await firstOf('select data from brands')).toEqual({
      name: 'Centre',
      colors: [{ name: 'primary' }],
      blockedFunctions: ['organizationCreate', 'message'],
    })
    expect(
      await firstOf(`select o.organization_id from binned_plants b,
        jsonb_populate_recordset(null::plant_organizations, b.organizations) o`),
    ).toBe(7)
    // The functions behind triggers know the new names, too.
    await pool.query(
      "update plant_organizations set rights = '{}' where plant_id = 1; delete from organization_members",
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await test.drop()
  }
})
