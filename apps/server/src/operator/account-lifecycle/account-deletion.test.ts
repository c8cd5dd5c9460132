import { Refusal } from '@heliograph/domain/errors.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealDays, sealHours, sealMonths } from '../../fleet/telemetry/telemetry.ts'
import {
  addMember,
  addTestDevice,
  addTestPlant,
  addTestUser,
  appendSamples,
  bearer,
  createTestApp,
  TEST_PASSWORD,
  type TestApp,
} from '../../testing/app.ts'
import { inject } from '../../testing/call.ts'
import { deleteAccount, viewDeletionPlan } from './account-deletion.ts'

const nowMs = Date.parse('2026-01-05T10:00:00Z')
const DAY_MS = 86_400_000
const proof = { password: TEST_PASSWORD }
let test: TestApp

beforeAll(async () => {
  test = await createTestApp(nowMs)
  await addTestUser(test, 'keeper', true)
})
afterAll(() => test.close())

const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await test.db.pool.query(text, values)).rows
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Refusal ? [error.code, error.detail?.check].join(' ').trim() : error),
  )
const cancel = (userId: number, phrase: string) =>
  codeOf(deleteAccount(test.db, test.services.mail, { userId, phrase, nowMs, language: 'de', host: 'pv.example.org' }))
const failing = async (userId: number): Promise<unknown> =>
  (await viewDeletionPlan(test.db, userId, nowMs)).checks
    .filter(({ isOk }) => !isOk)
    .map(({ check, names }) => [check, ...names.map(({ name }) => name)])

async function addOrganization(name: string, members: Record<number, 'admin' | 'user'>): Promise<number> {
  const [row] = await query<{ id: number }>('insert into organizations (name, code) values ($1, $1) returning id', [
    name,
  ])
  for (const [userId, role] of Object.entries(members))
    await query('insert into organization_members values ($1, $2, $3)', [row?.id, userId, role])
  return row?.id ?? 0
}
const holdPlant = (plantId: number, organizationId: number, role: 'owner' | 'viewer', expiresAt: Date | null = null) =>
  query(
    `insert into plant_organizations (plant_id, organization_id, role, rights, expires_at) values ($1, $2, $3, '{}', $4)`,
    [plantId, organizationId, role, expiresAt],
  )

/** A plant with rows in every telemetry table. */
async function addFullPlant(userId: number, loggerSerial: number): Promise<number> {
  const plantId = await addTestPlant(test.db, userId)
  await query(
    `insert into loggers (wire, address, plant_id, registered_by, first_seen_at, last_seen_at)
     values ('solarman-v5', $1, $2, $3, now(), now())`,
    [String(loggerSerial), plantId, userId],
  )
  const device = await addTestDevice(test.db, plantId, {
    quantities: ['acPowerW', 'generationTotalWh'],
    loggerSerial,
    ratedW: 5000,
  })
  await appendSamples(test.db, device, { fromMs: nowMs - 3 * DAY_MS, toMs: nowMs, stepMs: 3_600_000 }, (atMs) => ({
    acPowerW: 1,
    // One step that no device of this size can produce.
    generationTotalWh: 1_000_000 + (atMs >= nowMs - 5 * 3_600_000 ? 900_000_000 : 0) + (atMs - nowMs) / 3_600_000,
  }))
  await query(
    `insert into undecoded_payloads (plant_id, logger_id, wire, digest, reason, payload)
     select $1, id, wire, '\\x01', 'x', '\\x02' from loggers where address = $2`,
    [plantId, String(loggerSerial)],
  )
  return plantId
}

/** Everything that a person can leave behind in the tables. */
async function leaveTraces(userId: number, account: string, plantId: number): Promise<void> {
  const email = `${account}@example.org`
  await query('update users set email = $2, phone = $3 where id = $1', [userId, email, `+4930901${820 + userId}`])
  await query(`insert into user_photos values ($1, 'image/png', '\\x89')`, [userId])
  await query(`insert into old_passwords values ($1, now(), 'x')`, [userId])
  await query(
    `insert into access_tokens (user_id, name, token_hash, scopes, expires_at) values ($1, 'x', $2, '{}', now())`,
    [userId, Buffer.from(`token of ${account}`)],
  )
  await query(`insert into authenticators (user_id, secret) values ($1, '\\x01')`, [userId])
  await query(`insert into recovery_codes values ($1, '\\x01')`, [userId])
  await query(`insert into passkeys (id, user_id, public_key, host, name) values ($2, $1, '\\x01', 'h', 'n')`, [
    userId,
    account,
  ])
  await query(`insert into bindings (provider, subject, user_id) values ('p', $2, $1)`, [userId, account])
  await query(`insert into one_time_secrets (id, kind, user_id, expires_at) values ($2, 'x', $1, now())`, [
    userId,
    Buffer.from(`secret of ${account}`),
  ])
  await query(
    `insert into verification_codes (purpose, target, expires_at) values ('bind', $1, now()), ('reset', $2, now())`,
    [email, `+4930901${820 + userId}`],
  )
  await query(`insert into sign_ins (user_id, method, outcome) values ($1, 'password', 'success')`, [userId])
  await query(`insert into known_browsers values ($1, '\\x01')`, [userId])
  await query(`insert into account_exports (user_id, scope, state) values ($1, '{plants}', 'ready')`, [userId])
  await query(
    `insert into account_moves (id, direction, center, user_id, state, finished_at) values ($2, 'in', 'x', $1, 'done', now())`,
    [userId, account],
  )
  await query(
    `insert into audit_log (user_id, plant_id, call, address) values ($1, $2, 'POST x', '203.0.113.9'), ($1, null, 'POST y', '203.0.113.9')`,
    [userId, plantId],
  )
}

/** Rows per table and column that refers to this user. */
async function countReferences(userId: number): Promise<Record<string, number>> {
  const columns = await query<{ t: string; c: string }>(`
    select c.table_name as t, c.column_name as c from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and t.table_type = 'BASE TABLE'
      and (c.column_name ~ '(^|_)user_id$' or c.column_name ~ '_by$' or (c.table_name, c.column_name) = ('users', 'id'))`)
  expect(columns.length).toBeGreaterThan(20)
  const counts: Record<string, number> = {}
  for (const { t, c } of columns) {
    const [row] = await query<{ n: number }>(`select count(*)::integer as n from ${t} where ${c} = $1`, [userId])
    if (row && row.n > 0) counts[`${t}.${c}`] = row.n
  }
  return counts
}

/** Digests of all rows of all tables that pass. */
async function digest(
  condition: (table: string, columns: readonly string[]) => string | undefined,
): Promise<Record<string, string>> {
  const tables = await query<{ t: string; columns: string[] }>(`
    select table_name as t, array_agg(column_name::text) as columns from information_schema.columns
      join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and t.table_type = 'BASE TABLE' group by 1 order by 1`)
  const digests: Record<string, string> = {}
  for (const { t, columns } of tables) {
    const where = condition(t, columns)
    if (where === undefined) continue
    const [row] = await query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(x::text, '|' order by x::text)), '') as sum from ${t} x where ${where}`,
    )
    digests[t] = row?.sum ?? ''
  }
  return digests
}

describe('account deletion is blocked by', () => {
  it('a plant that other people still share', async () => {
    const { userId } = await addTestUser(test, 'sharer')
    const other = await addTestUser(test, 'guest')
    const plantId = await addTestPlant(test.db, userId, { name: 'Shared' })
    await addTestPlant(test.db, userId, { name: 'Alone' })
    await addMember(test.db, plantId, other.userId, 'viewer')
    expect(await failing(userId)).toEqual([['sharedPlants', 'Shared']])
    expect(await cancel(userId, 'sharer')).toBe('CANCEL_NOT_SUPPORTED sharedPlants')
    await query('update plant_members set expires_at = $1 where user_id = $2', [new Date(nowMs), other.userId])
    expect(await failing(userId)).toEqual([])
    const organization = await addOrganization('Holds it', { [other.userId]: 'admin' })
    await holdPlant(plantId, organization, 'viewer', new Date(nowMs + 1))
    expect(await failing(userId)).toEqual([['sharedPlants', 'Shared']])
    expect(await failing(other.userId)).toEqual([])
    await query('delete from plant_organizations')
    const plan = await viewDeletionPlan(test.db, userId, nowMs)
    expect(plan).toMatchObject({ phrase: 'sharer', plants: [{ name: 'Shared' }, { name: 'Alone' }] })
  })

  it('an organization that would lose its last administrator', async () => {
    const { userId } = await addTestUser(test, 'boss')
    const other = await addTestUser(test, 'worker')
    const both = await addOrganization('Two admins', { [userId]: 'admin', [other.userId]: 'admin' })
    const plain = await addOrganization('User only', { [userId]: 'user', [other.userId]: 'admin' })
    const empty = await addOrganization('Empty', { [userId]: 'admin' })
    expect(await failing(userId)).toEqual([])
    const members = await addOrganization('Members', { [userId]: 'admin', [other.userId]: 'user' })
    const plants = await addOrganization('Plants', { [userId]: 'admin' })
    await holdPlant(await addTestPlant(test.db, other.userId), plants, 'owner')
    expect(await failing(userId)).toEqual([['organizations', 'Members', 'Plants']])
    expect(await cancel(userId, 'boss')).toBe('CANCEL_NOT_SUPPORTED organizations')
    await query(`update organization_members set role = 'admin' where organization_id = $1`, [members])
    await query('delete from plant_organizations')
    expect(await cancel(userId, 'boss')).toBe('fine')
    const left = await query<{ id: number }>('select id from organizations where id = any($1)', [
      [both, plain, empty, members, plants],
    ])
    expect(left.map(({ id }) => id)).toEqual([both, plain, members])
    expect(await query('select from organization_members where user_id = $1', [other.userId])).toHaveLength(3)
  })

  it('an export or a move in progress', async () => {
    const { userId } = await addTestUser(test, 'busy')
    for (const state of ['queued', 'running', 'ready', 'failed']) {
      await query('delete from account_exports')
      await query(`insert into account_exports (user_id, scope, state) values ($1, '{}', $2)`, [userId, state])
      expect(await failing(userId)).toEqual(state === 'queued' || state === 'running' ? [['exports']] : [])
    }
    await query(`insert into account_moves (id, direction, center, user_id, state) values ('m', 'out', 'x', $1, 'x')`, [
      userId,
    ])
    expect(await cancel(userId, 'busy')).toBe('CANCEL_NOT_SUPPORTED exports')
    await query('delete from account_moves')
  })

  it('being the last administrator, also when two leave at the same time', async () => {
    const first = await addTestUser(test, 'admin-1', true)
    const second = await addTestUser(test, 'admin-2', true)
    await query(`update users set is_admin = false where account = 'keeper'`)
    expect(await failing(first.userId)).toEqual([])
    const results = await Promise.all([cancel(first.userId, 'admin-1'), cancel(second.userId, 'admin-2')])
    expect(results.sort()).toEqual(['CANCEL_NOT_SUPPORTED lastAdministrator', 'fine'])
    await query(`update users set is_admin = true where account = 'keeper'`)
  })
})

describe('account deletion', () => {
  it('removes the person and their plants, and nothing of a neighbor', async () => {
    const leaver = await addTestUser(test, 'leaver')
    const neighbor = await addTestUser(test, 'neighbor')
    const mine = await addFullPlant(leaver.userId, 2_700_000_001)
    const theirs = await addFullPlant(neighbor.userId, 2_700_000_002)
    await addMember(test.db, theirs, leaver.userId, 'admin')
    await leaveTraces(leaver.userId, 'leaver', theirs)
    await leaveTraces(neighbor.userId, 'neighbor', theirs)
    await query('update plants set created_by = $1 where id = $2', [leaver.userId, theirs])
    await query('update plant_members set granted_by = $1 where user_id = $2', [leaver.userId, neighbor.userId])
    await query('update plant_now set holders = holders || $1::bigint where plant_id = $2', [leaver.userId, theirs])
    const organization = await addOrganization('Shared', { [leaver.userId]: 'user', [neighbor.userId]: 'admin' })
    await query(
      `insert into invitations (token_hash, organization_id, email, role, invited_by, expires_at)
       values ('\\x01', $1, 'LEAVER@example.org', 'user', $2, now()), ('\\x02', $1, 'friend@example.org', 'user', $2, now())`,
      [organization, neighbor.userId],
    )
    expect((await sealDays(test.db, { beforeDay: '2026-01-03' })).samples).toBeGreaterThan(0)
    expect((await sealMonths(test.db, { beforeDay: '2026-02-01' })).samples).toBeGreaterThan(0)
    expect((await sealDays(test.db, { beforeDay: '2026-01-04' })).samples).toBeGreaterThan(0)
    expect((await sealHours(test.db, { beforeDay: '2026-02-01' })).hours).toBeGreaterThan(0)
    const ofTelemetry = [
      'samples',
      'sealed_days',
      'sealed_months',
      'device_latest',
      'device_rollups',
      'sealed_periods',
      'plant_days',
      'quarantine',
      'meter_days',
      'undecoded_payloads',
    ]
    const countOf = async (table: string, plantId: number) =>
      (await query<{ n: number }>(`select count(*)::integer as n from ${table} where plant_id = $1`, [plantId]))[0]?.n
    for (const table of ofTelemetry) expect(await countOf(table, mine), table).toBeGreaterThan(0)
    // Rows of the neighbor that mention the leaver change by design and are checked below.
    await query('update plants set created_by = null where id = $1', [theirs])
    await query('update plant_members set granted_by = null where user_id = $1', [neighbor.userId])
    for (const [table, column] of [
      ['plant_now', 'holders'],
      ['plant_search', 'holders'],
      ['plant_search', 'viewers'],
    ])
      await query(`update ${table} set ${column} = array_remove(${column}, $1) where plant_id = $2`, [
        leaver.userId,
        theirs,
      ])
    const ofNeighbor = (table: string, columns: readonly string[]): string | undefined => {
      if (table === 'users') return `id = ${neighbor.userId}`
      if (columns.includes('user_id')) return `user_id = ${neighbor.userId}`
      if (columns.includes('plant_id')) return `plant_id = ${theirs}`
      return table === 'plants' ? `id = ${theirs}` : undefined
    }
    const before = await digest(ofNeighbor)
    expect(Object.values(before).filter((text) => !text.startsWith('0 ')).length).toBeGreaterThan(20)
    await query('update plants set created_by = $1 where id = $2', [leaver.userId, theirs])
    await query('update plant_members set granted_by = $1 where user_id = $2', [leaver.userId, neighbor.userId])

    const body = { phrase: 'leaver', proof, language: 'de' }
    const call = (options: object, token = leaver.token) =>
      inject(test.app, 'POST /user-s/acc/cancel', { body: { ...body, ...options } }, bearer(token))
    expect((await call({ phrase: 'Leaver' })).json()).toMatchObject({ code: 'CANCEL_IS_FINAL', no: 41 })
    expect((await call({ proof: { password: 'wrong' } })).json().code).toBe('OLD_PASSWORD_WRONG')
    const view = await inject(test.app, 'GET /user-s/acc/cancel', {}, bearer(leaver.token))
    expect(view.json()).toMatchObject({
      phrase: 'leaver',
      plants: [{ id: mine }],
      checks: Array(4).fill({ isOk: true }),
    })
    expect((await call({})).json()).toEqual({ success: true })

    expect(await countReferences(leaver.userId)).toEqual({})
    expect((await countReferences(neighbor.userId))['users.id']).toBe(1)
    const byPlant = await digest((_, columns) => (columns.includes('plant_id') ? `plant_id = ${mine}` : undefined))
    expect(Object.keys(byPlant).length).toBeGreaterThan(10)
    for (const [table, sum] of Object.entries(byPlant)) expect([table, sum]).toEqual([table, '0 '])
    const named = await digest(() => `x::text ilike '%leaver%' or x::text like '%+4930901${820 + leaver.userId}%'`)
    for (const [table, sum] of Object.entries(named)) expect([table, sum]).toEqual([table, '0 '])

    expect(await digest(ofNeighbor)).toEqual(before)
    // The writes to the neighbor's plant stay in the log without the person; the logger stays, unclaimed.
    expect(await query(`select user_id, address from audit_log where plant_id = $1 order by id`, [theirs])).toEqual([
      { user_id: null, address: '' },
      { user_id: neighbor.userId, address: '203.0.113.9' },
    ])
    // The log keeps no address of theirs.
    expect(await query(`select user_id, address from audit_log where call = 'POST /user-s/acc/cancel'`)).toEqual([
      { user_id: null, address: '' },
    ])
    expect(await query("select plant_id, registered_by from loggers where address = '2700000001'")).toEqual([
      { plant_id: null, registered_by: null },
    ])
    expect(await query('select email from invitations where organization_id = $1', [organization])).toEqual([
      { email: 'friend@example.org' },
    ])
    expect(test.services.mail.emails.at(-1)).toEqual({
      to: 'leaver@example.org',
      language: 'de',
      kind: 'accountCancelled',
      values: { account: 'leaver' },
      host: 'localhost',
    })
    // Nobody is signed in any more, nobody can sign in, and the name is free.
    expect((await inject(test.app, 'GET /user-s/acc/cancel', {}, bearer(leaver.token))).statusCode).toBe(401)
    expect((await call({})).statusCode).toBe(401)
    await addTestUser(test, 'leaver')
  })

  it('removes nothing when it is refused', async () => {
    const { userId } = await addTestUser(test, 'stays')
    const plantId = await addTestPlant(test.db, userId)
    for (const phrase of ['', 'stay', 'STAYS', 'stays!', 'neighbor'])
      expect(await cancel(userId, phrase)).toBe('CANCEL_IS_FINAL')
    expect(await query('select from plants where id = $1', [plantId])).toHaveLength(1)
    expect(await cancel(userId, ' stays ')).toBe('fine')
    expect(await cancel(userId, 'stays')).toBe('AUTH_TOKEN_INVALID')
  })
})
