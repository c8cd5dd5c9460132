import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { markPlantsChanged, moveClock } from '../../fleet/now/now.ts'
import { TEST_PASSWORD } from '../../testing/app.ts'
import { movedTables } from './moved-tables.ts'
import { addFriend, addMira, LOGGER_SERIAL, type Mira, nowMs, proof } from './testing/mira.ts'
import { rowsOf } from './testing/rows-of.ts'
import { createTwoDataCenters, settled, type TestDataCenter, type TwoDataCenters } from './testing/two-data-centers.ts'

let two: TwoDataCenters
let home: TestDataCenter
let away: TestDataCenter
let mira: Mira

beforeEach(async () => {
  two = await createTwoDataCenters(nowMs)
  home = two.home
  away = two.away
  await home.addAccount({ account: 'root', isAdmin: true })
  mira = await addMira(home)
})
afterEach(() => two.close())

const start = async (from: TestDataCenter, account: string, more: object = {}) =>
  from.call(await from.signIn(account), 'POST /user-s/acc/move', {
    body: { center: from.name === 'CHINA' ? 'FOREIGN_1' : 'CHINA', proof, ...more },
  })
const move = async (from = home, account = 'mira', more: object = {}): Promise<void> => {
  const reply = await start(from, account, more)
  expect([reply.statusCode, reply.json()]).toMatchObject([200, { state: 'running', fault: null }])
  await settled(from)
  const { rows } = await from.db.pool.query("select state, detail from account_moves where direction = 'out'")
  expect(rows.at(-1)).toMatchObject({ state: 'done' })
}
const refusal = async (reply: ReturnType<typeof start>) => {
  const { statusCode } = await reply
  const { code, detail } = (await reply).json()
  return [statusCode, code, detail?.reason]
}
/** Without columns bound to a data center, or written by the sign-ins of the test itself. */
const comparable = ({
  users,
  logger_records,
  sign_ins: _,
  known_browsers: __,
  device_now,
  ...rows
}: Awaited<ReturnType<typeof rowsOf>>) => ({
  ...rows,
  // Ignores columns that count writes to the row, here and there.
  logger_records: logger_records?.map(({ version: ___, ...row }) => row),
  // The reason names a device by the ID that it has in its data center.
  device_now: device_now?.map(({ reason, ...row }) => ({ ...row, kind: (reason as { kind: string }).kind })),
  users: users?.map(({ preferences, ...user }) => ({ ...user, theme: (preferences as { theme?: string }).theme })),
})

describe('a moving account', () => {
  it('takes every row along and leaves none behind', async () => {
    await home.db.pool.query(
      "insert into waiting_records (logger_id, digest, payload) select id, '\\x01', '\\x02' from loggers where address = $1",
      [77],
    )
    await addMira(home, 'neighbor', LOGGER_SERIAL + 1)
    await away.addAccount({ account: 'root', isAdmin: true })
    await addMira(away, 'stranger', LOGGER_SERIAL + 2)
    const before = await rowsOf(home.db, 'mira')
    const neighbors = [await rowsOf(home.db, 'neighbor'), await rowsOf(away.db, 'stranger')]
    for (const { name } of movedTables)
      if (!['authenticators', 'account_exports'].includes(name))
        expect([name, before[name]?.length], name).not.toEqual([name, 0])

    // Columns that came later hold something too: a default would move without being moved.
    const filled = (table: string, column: string) => before[table]?.some((row) => row[column])
    for (const column of ['generation_estimated_wh', 'others_estimated_wh', 'reported_wh', 'derived_wh'])
      expect([column, filled('plant_days', column)]).toEqual([column, true])
    expect([filled('devices', 'removed_at'), filled('loggers', 'name')]).toEqual([true, true])
    expect(before.loggers?.[0]?.wire_state).toEqual({ offsets: [{ offsetS: 1, bootBaseS: 2 }] })

    await move()
    expect(comparable(await rowsOf(away.db, 'mira'))).toEqual(comparable(before))
    expect([await rowsOf(home.db, 'neighbor'), await rowsOf(away.db, 'stranger')]).toEqual(neighbors)
    const left = await rowsOf(home.db, 'mira')
    expect(Object.entries(left).flatMap(([name, rows]) => (rows.length === 0 ? [] : [name]))).toEqual(['users'])
    for (const { name } of movedTables) {
      if (['users', 'loggers', 'logger_records', 'logger_pauses', 'named_numbers'].includes(name)) continue
      const has = (await home.db.pool.query(`select * from ${name} limit 0`)).fields.map((field) => field.name)
      const column = has.includes('plant_id') ? 'plant_id' : has.includes('user_id') ? 'user_id' : 'id'
      const ids = column === 'user_id' ? [mira.userId] : [mira.plantId, mira.barnId]
      const { rows } = await home.db.pool.query(`select from ${name} where ${column} = any($1::bigint[])`, [ids])
      expect([name, rows.length]).toEqual([name, 0])
    }
    for (const name of ['logger_pauses', 'named_numbers']) {
      const { rows } = await home.db.pool.query(
        `select from ${name} t join loggers l on l.id = t.logger_id where l.plant_id is null`,
      )
      expect([name, rows.length]).toEqual([name, 0])
    }
    const { rows } = await away.db.pool.query('select count(*)::int as n from transfer_parts')
    expect(rows).toEqual([{ n: 0 }])
  })

  it('has the same day curve and totals at the target', async () => {
    const figures = async (center: TestDataCenter) => {
      const token = await center.signIn('mira')
      const list = await center.call(token, 'POST /maintain-s/operating/station/search', { body: {} })
      const rows = list.json().data.sort((a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1))
      const seen = []
      for (const { id, name } of rows) {
        const at = { params: { id }, query: { date: '2026-06-13' } }
        const day = await center.call(token, 'GET /maintain-s/history/power/{id}/record', at)
        const month = await center.call(token, 'GET /maintain-s/history/power/{id}/stats/{type}', {
          params: { id, type: 'month' },
          query: { date: '2026-06' },
        })
        expect([day.statusCode, month.statusCode], day.body + month.body).toEqual([200, 200])
        seen.push({ name, day: day.body, month: month.body })
      }
      return seen
    }
    const before = await figures(home)
    expect(before[0]?.day.length).toBeGreaterThan(2_000)
    await move()
    expect(await figures(away)).toEqual(before)
  })

  it('has the same status and learned device state at once', async () => {
    const learned = `select d.serial, n.status, n.reason->>'kind' as kind, n.wake_deg, n.mornings, n.fault_code, n.fault_since,
        n.reason->'devices'->0->>'id' as named, d.id::text
      from device_now n join devices d on d.id = n.device_id join plants p on p.id = n.plant_id
        join plant_members m on m.plant_id = p.id join users u on u.id = m.user_id
      where u.account = 'mira' order by d.serial`
    await home.db.pool.query(
      "update device_now set wake_deg = 12.5, mornings = 40, fault_kind = 'faultCode', fault_code = '7', fault_since = $1",
      [new Date(nowMs - 1)],
    )
    await markPlantsChanged(home.db.pool, [mira.plantId, mira.barnId])
    await moveClock(home.db, nowMs)
    const state = async ({ db }: TestDataCenter) => {
      const plants = await db.pool.query(
        `select p.name, n.status, n.reason->>'kind' as kind, n.pv_w, n.device_count, n.today_wh, n.next_change_at > $1 as is_settled
         from plant_now n join plants p on p.id = n.plant_id order by p.name`,
        [new Date(nowMs)],
      )
      return { plants: plants.rows, devices: (await db.pool.query(learned)).rows }
    }
    const before = await state(home)
    expect(before.devices.length).toBeGreaterThan(0)
    expect(before.devices[0]).toMatchObject({ mornings: 40, wake_deg: 12.5 })
    await move()
    const after = await state(away)
    expect(after.plants).toEqual(before.plants)
    const withoutIds = ({ id: _, named: __, ...row }: Record<string, unknown>) => row
    expect(after.devices.map(withoutIds)).toEqual(before.devices.map(withoutIds))
    for (const { named, id } of after.devices) expect([id, null]).toContain(named)
  })

  it('replies "migrated" at the source, only with the correct password', async () => {
    const token = await home.signIn('mira')
    const body = { grant_type: 'password', username: 'mira', keep: '0' }
    await move()
    expect((await home.call(token, 'GET /user-s/acc/org/login-user')).statusCode).toBe(401)
    const right = await home.call(undefined, 'POST /oauth2-s/oauth/token', {
      body: { ...body, password: TEST_PASSWORD },
    })
    expect(right.json()).toMatchObject({ code: 'AUTH_USER_ALREADY_MIGRATED', detail: { center: 'CHINA' } })
    const wrong = await home.call(undefined, 'POST /oauth2-s/oauth/token', {
      body: { ...body, password: 'Wrong-pass-99' },
    })
    expect(wrong.json()).toMatchObject({ code: 'AUTH_INVALID_USERNAME_OR_PASSWORD' })
    const check = async (center: TestDataCenter, password = TEST_PASSWORD) =>
      (
        await center.call(undefined, 'POST /user-s/acc/check-user', { body: { account: 'mira@example.org', password } })
      ).json()
    expect(await check(home)).toEqual({ exists: true, movedTo: 'CHINA' })
    expect(await check(away)).toEqual({ exists: true, movedTo: null })
    expect(await check(home, 'Wrong-pass-99')).toEqual({ exists: false, movedTo: null })
    expect(home.services.mail.emails.at(-1)).toMatchObject({ kind: 'accountMoved', to: 'mira@example.org' })
    // The default plant has another ID there.
    const me = await away.call(await away.signIn('mira'), 'GET /user-s/acc/org/login-user')
    const { rows } = await away.db.pool.query("select id from plants where name = 'mira''s Lindenhof'")
    expect(me.json()).toMatchObject({ plantCount: 2, isAdmin: false, preferences: { defaultPlantId: rows[0].id } })
  })

  it('keeps shares by email address, else by invitation', async () => {
    const anna = await addFriend(home, 'anna', mira.plantId)
    await addFriend(home, 'bob', mira.plantId)
    const annaThere = await away.addAccount({ account: 'anna.w', email: 'Anna@example.org' })
    await move()
    const { rows } = await away.db.pool.query(
      `select m.user_id, m.role, m.rights, p.name from plant_members m join plants p on p.id = m.plant_id where role <> 'owner'`,
    )
    expect(rows).toEqual([
      { user_id: annaThere, role: 'viewer', rights: ['viewPlantInfo', 'viewPlantDevice'], name: "mira's Lindenhof" },
    ])
    const invited = await away.db.pool.query('select email, role, rights from invitations')
    expect(invited.rows).toEqual([
      { email: 'bob@example.org', role: 'viewer', rights: ['viewPlantInfo', 'viewPlantDevice'] },
    ])
    expect(away.services.mail.emails).toMatchObject([{ kind: 'plantInvitation', to: 'bob@example.org' }])
    expect((await home.db.pool.query('select from plant_members where user_id = $1', [anna])).rowCount).toBe(0)
  })

  it('leaves organizations and their plants in place', async () => {
    const { db } = home
    await db.pool.query("insert into organizations (name, code) values ('Sun Ltd', 'SUN')")
    await db.pool.query(
      "insert into organization_members select o.id, u.id, 'admin' from organizations o, users u where u.account = 'root'",
    )
    await db.pool.query("insert into organization_members select id, $1, 'user' from organizations", [mira.userId])
    const plantId = (
      await db.pool.query(
        "insert into plants (name, type, grid_type, capacity_wp, latitude, longitude, zone, currency, azimuth_deg, tilt_deg) values ('Field', 'GROUND', 'EXCESS', 1, 1, 1, 'UTC', 'EUR', 180, 20) returning id",
      )
    ).rows[0].id
    await db.pool.query(
      "insert into plant_organizations (plant_id, organization_id, role, rights) select $1, id, 'owner', '{}' from organizations",
      [plantId],
    )
    await move()
    expect((await db.pool.query('select name from plants')).rows).toEqual([{ name: 'Field' }])
    expect((await db.pool.query('select from organization_members')).rowCount).toBe(1)
    expect((await away.db.pool.query('select from organizations')).rowCount).toBe(0)
  })

  it('returns and moves again', async () => {
    await away.addAccount({ account: 'root', isAdmin: true })
    const before = comparable(await rowsOf(home.db, 'mira'))
    await move()
    await move(away)
    expect(comparable(await rowsOf(home.db, 'mira'))).toEqual(before)
    expect((await home.db.pool.query('select from moved_loggers')).rowCount).toBe(0)
    await move()
    expect(comparable(await rowsOf(away.db, 'mira'))).toEqual(before)
  })

  it('merges into the target account of the password', async () => {
    const there = await away.addAccount({ account: 'mira', nickname: 'Mira there', password: 'Other-pass-77' })
    expect(await refusal(start(home, 'mira'))).toEqual([409, 'MOVE_REFUSED', 'accountUsed'])
    const mergeInto = { account: 'mira', password: 'Other-pass-77' }
    const wrong = { account: 'mira', password: TEST_PASSWORD }
    expect(await refusal(start(home, 'mira', { mergeInto: wrong }))).toEqual([409, 'MOVE_REFUSED', 'mergeCredentials'])
    const before = await rowsOf(home.db, 'mira')
    await away.db.pool.query("insert into message_credits values ($1, 'sms', 3, 0)", [there])
    await move(home, 'mira', { mergeInto })
    const after = await rowsOf(away.db, 'mira')
    for (const name of [
      'plants',
      'devices',
      'samples',
      'sealed_days',
      'sealed_months',
      'device_latest',
      'device_rollups',
      'loggers',
      'plant_members',
    ])
      expect([name, after[name]]).toEqual([name, before[name]])
    const { rows } = await away.db.pool.query('select id, nickname from users')
    expect(rows).toEqual([{ id: there, nickname: 'Mira there' }])
    // Prepaid: 3 there and 12 that came.
    const credits = await away.db.pool.query('select user_id, channel, balance from message_credits')
    expect(credits.rows).toEqual([{ user_id: there, channel: 'sms', balance: 15 }])
    // Its own password, not that of the merged account.
    await away.signIn('mira', 'Other-pass-77')
    expect((await away.db.pool.query('select from passkeys')).rowCount).toBe(0)
  })

  it('does not merge into an account with an authenticator', async () => {
    const there = await away.addAccount({ account: 'mira', password: 'Other-pass-77' })
    const authenticator = (sealed: string, confirmedAt: Date | null) =>
      away.db.pool.query(
        `insert into authenticators (user_id, secret, confirmed_at) values ($1, $2, $3)
          on conflict (user_id) do update set confirmed_at = excluded.confirmed_at`,
        [there, sealed, confirmedAt],
      )
    await authenticator('x', new Date(nowMs))
    const before = [await rowsOf(home.db, 'mira'), await rowsOf(away.db, 'mira')]
    const merge = (password: string) => start(home, 'mira', { mergeInto: { account: 'mira', password } })
    // A caller without the password does not learn of it.
    expect(await refusal(merge(TEST_PASSWORD))).toEqual([409, 'MOVE_REFUSED', 'mergeCredentials'])
    expect(await refusal(merge('Other-pass-77'))).toEqual([409, 'MOVE_REFUSED', 'secondFactor'])
    const after = [await rowsOf(home.db, 'mira'), await rowsOf(away.db, 'mira')]
    expect(after.map((rows) => comparable(rows))).toEqual(before.map((rows) => comparable(rows)))
    // One that was started but never confirmed protects nothing.
    await authenticator('x', null)
    await move(home, 'mira', { mergeInto: { account: 'mira', password: 'Other-pass-77' } })
  })

  it('includes changes made during the move', async () => {
    let parts = 0
    home.wire.of = (remote) => ({
      ...remote,
      rows: async (part) => {
        parts += 1
        if (parts === 3) await home.db.pool.query("update plants set name = 'Renamed' where id = $1", [mira.barnId])
        return remote.rows(part)
      },
    })
    await move()
    const { rows } = await away.db.pool.query('select name from plants order by name')
    expect(rows.map(({ name }) => name).sort()).toEqual(['Renamed', "mira's Lindenhof"])
  })
})

describe('a move is refused', () => {
  it.each<[string, string, () => Promise<unknown>]>([
    ['the name is taken there', 'accountUsed', () => away.addAccount({ account: 'MIRA' })],
    ['the address is taken there', 'emailUsed', () => away.addAccount({ account: 'x', email: 'Mira@example.org' })],
    [
      'the logger belongs to somebody there',
      'loggerUsed',
      async () => {
        const { plantId } = await addMira(away, 'stranger', LOGGER_SERIAL + 2)
        await away.db.pool.query("insert into loggers (wire, address, plant_id) values ('solarman-v5', $1, $2)", [
          String(LOGGER_SERIAL),
          plantId,
        ])
      },
    ],
    [
      'the servers are of different versions',
      'versions',
      () => away.db.pool.query("insert into schema_migrations (version, name, checksum) values (999, 'newer', '')"),
    ],
    [
      'no administrator of the server would be left',
      'lastServerAdministrator',
      () => home.db.pool.query("update users set is_admin = (account = 'mira')"),
    ],
    [
      'no administrator of an organization would be left',
      'lastOrganizationAdministrator',
      async () => {
        await home.db.pool.query("insert into organizations (name, code) values ('Sun Ltd', 'SUN')")
        await home.db.pool.query("insert into organization_members select id, $1, 'admin' from organizations", [
          mira.userId,
        ])
      },
    ],
  ])('when %s', async (_, reason, options) => {
    await options()
    const before = await rowsOf(home.db, 'mira')
    expect(await refusal(start(home, 'mira'))).toEqual([409, 'MOVE_REFUSED', reason])
    expect(comparable(await rowsOf(home.db, 'mira'))).toEqual(comparable(before))
  })

  it('without the password, to an unknown data center, and while one runs', async () => {
    expect(await refusal(start(home, 'mira', { proof: { password: 'Wrong-pass-99' } }))).toMatchObject([
      403,
      'OLD_PASSWORD_WRONG',
      undefined,
    ])
    expect(await refusal(start(home, 'mira', { proof: {} }))).toMatchObject([403, 'PROOF_REQUIRED', undefined])
    expect(await refusal(start(home, 'mira', { center: 'FOREIGN_1' }))).toMatchObject([
      404,
      'CENTER_UNKNOWN',
      undefined,
    ])
    const token = await home.signIn('mira')
    let second: ReturnType<typeof start> | undefined
    home.wire.of = (remote) => ({
      ...remote,
      rows: async (part) => {
        second ??= home.call(token, 'POST /user-s/acc/move', { body: { center: 'CHINA', proof } })
        await second
        return remote.rows(part)
      },
    })
    await move()
    expect(second && (await refusal(second))).toEqual([409, 'MOVE_REFUSED', 'moveRuns'])
  })
})
