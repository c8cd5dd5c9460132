import { expect, it } from 'vitest'
import { createOlderDatabase } from '../../testing/older-database.ts'

it('keeps organizations, brands, deleted plants and the log under their new names', async () => {
  const test = await createOlderDatabase('-american-names.sql')
  const { pool } = test.db
  const firstOf = async (text: string): Promise<unknown> => Object.values((await pool.query(text)).rows[0] ?? {})[0]
  try {
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

    await test.migrate()

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
    await test.drop()
  }
})
