import type { CallName } from '@heliograph/contract/calls.ts'
import { plantRights } from '@heliograph/domain/permissions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addTestPlant, TEST_PASSWORD } from '../../testing/app.ts'
import type { CallParts } from '../../testing/call.ts'
import type { Session } from '../accounts/accounts.ts'
import { createScene, nowMs, type Person, type Scene } from '../organizations/testing/scene.ts'
import { listPlantWrites, recordWrite, removeOldWrites, type Write } from './audit.ts'

let scene: Scene
let anna: Person
let plant: number
beforeAll(async () => {
  scene = await createScene()
})
afterAll(() => scene.test.close())
let count = 0
beforeEach(async () => {
  count += 1
  await scene.test.db.kysely.deleteFrom('audit_log').execute()
  anna = await scene.person(`anna-${count}`)
  plant = await addTestPlant(scene.test.db, anna.userId)
})

const rows = () => scene.test.db.kysely.selectFrom('audit_log').selectAll().orderBy('id').execute()
const sessionOf = (userId: number, plantId?: number, organizationId: number | null = null): Session => ({
  id: 1,
  userId,
  isAdmin: false,
  identity: 'USER',
  organizationId,
  organizationRole: null,
  accessTokenId: null,
  scopes: undefined,
  plantIds: null,
  isLong: false,
  expiresAtMs: nowMs,
  membership:
    plantId === undefined ? undefined : { plantId, role: 'owner', rights: plantRights, isOwner: true, endsAtMs: null },
})
const write = (options: Partial<Write>): Write => ({
  session: sessionOf(anna.userId, plant),
  call: 'POST /maintain-s/station/{id}/members',
  params: undefined,
  query: undefined,
  body: undefined,
  result: {},
  address: '203.0.113.7',
  nowMs,
  ...options,
})

describe('an audit row', () => {
  it('survives the deletion of the person, the organization and the plant', async () => {
    const { db } = scene.test
    await recordWrite(db, write({ session: sessionOf(999_999, 999_999, 999_999) }))
    await recordWrite(db, write({ call: 'DELETE /maintain-s/station', body: { id: plant, name: 'x' } }))
    expect(await rows()).toMatchObject([
      { user_id: null, plant_id: null, organization_id: null },
      { user_id: anna.userId, plant_id: plant, detail: { id: plant, name: true } },
    ])
    await db.kysely.deleteFrom('users').where('id', '=', anna.userId).execute()
    expect((await listPlantWrites(db, plant, 1, 10)).items).toMatchObject([{ user: null }])
  })

  it('survives a deletion that runs at the same time', async () => {
    const { db } = scene.test
    let recorded: Promise<unknown> | undefined
    await db.transaction(async (transaction) => {
      await transaction.deleteFrom('plants').where('id', '=', plant).execute()
      await transaction.deleteFrom('users').where('id', '=', anna.userId).execute()
      recorded = recordWrite(db, write({}))
      // The test proves something only if the deletion waits for this transaction.
      for (;;) {
        const { rows: waiting } = await db.pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
        if (waiting.length > 0) break
      }
    })
    await recorded
    expect(await rows()).toMatchObject([
      { user_id: null, plant_id: null, call: 'POST /maintain-s/station/{id}/members' },
    ])
  })
})

describe('calls over HTTP', () => {
  it('leave a row each when they write and succeed, and otherwise none', async () => {
    const org = await scene.found(anna, 'Alpha')
    await scene.act(anna, null)
    const guest = await scene.person(`guest-${count}`)
    await scene.test.db.kysely.deleteFrom('audit_log').execute()
    const id = plant
    const share = { role: 'viewer', rights: ['viewPlantInfo'], expiresAtMs: null }
    const made: readonly (readonly [CallName, CallParts, 'plant' | 'none'])[] = [
      [
        'POST /maintain-s/station/{id}/members',
        { params: { id }, body: { ...share, email: guest.email, language: 'en' } },
        'plant',
      ],
      ['POST /maintain-s/station/{id}/auth/config', { params: { id }, query: { authOpen: '1' } }, 'plant'],
      [
        'POST /maintain-s/power/system/{id}/v2/gateway',
        { params: { id }, body: { registerItems: [{ deviceSn: '1700000777' }] } },
        'plant',
      ],
      ['POST /user-s/acc/identity', { body: { organizationId: null } }, 'none'],
    ]
    for (const [name, parts] of made) {
      const { status, body } = await scene.ask(anna, name, parts)
      expect([name, status]).toEqual([name, 200])
      if (name === 'POST /user-s/acc/identity') anna.token = (body as { access_token: string }).access_token
    }
    // Reads, reads with a body, and refused calls leave no row.
    await scene.ask(anna, 'GET /maintain-s/station/{id}', { params: { id } })
    await scene.ask(anna, 'POST /maintain-s/operating/station/search', { body: {} })
    await scene.ask(anna, 'POST /maintain-s/station/{id}/members/{userId}', { params: { id, userId: 1 }, body: share })
    await scene.ask(guest, 'POST /maintain-s/station/{id}/auth/config', { params: { id }, query: { authOpen: '0' } })
    expect((await rows()).map((row) => [row.call, row.user_id, row.plant_id])).toEqual(
      made.map(([name, , about]) => [name, anna.userId, about === 'plant' ? plant : null]),
    )
    await scene.act(anna, org)
    await scene.get(anna, 'POST /user-s/org/{id}', { params: { id: org }, body: { name: 'Beta' } })
    expect((await rows()).at(-1)).toMatchObject({ organization_id: org, address: '127.0.0.1' })
  })

  it('record the plant that they created, left or joined', async () => {
    const guest = await scene.person(`guest-${count}`)
    const place = { locationLat: 1, locationLng: 2, regionTimezone: 'UTC', currency: 'EUR', installedCapacity: 5 }
    const body = { name: 'New', type: 'GROUND', gridInterconnectionType: 'EXCESS', ...place }
    const { id } = await scene.get<{ id: number }>(anna, 'POST /maintain-s/station', { body })
    const invitation = { email: guest.email, language: 'en', role: 'viewer', rights: [], expiresAtMs: null }
    await scene.get(anna, 'POST /maintain-s/station/{id}/members', { params: { id }, body: invitation })
    await scene.get(guest, 'POST /user-s/invitation/accept', { body: { token: scene.tokenSentTo(guest.email) } })
    await scene.get(guest, 'POST /maintain-s/station/{id}/leave', { params: { id } })
    expect((await listPlantWrites(scene.test.db, id, 1, 10)).items.map(({ user, call }) => [user, call])).toEqual([
      [guest.account, 'POST /maintain-s/station/{id}/leave'],
      [guest.account, 'POST /user-s/invitation/accept'],
      [anna.account, 'POST /maintain-s/station/{id}/members'],
      [anna.account, 'POST /maintain-s/station'],
    ])
  })

  it('never write a typed secret or an address into the table', async () => {
    const next = 'Heron-84-feathers'
    // A plant's rows go with it.
    const doomed = await addTestPlant(scene.test.db, anna.userId)
    const tries: readonly (readonly [CallName, CallParts])[] = [
      ['POST /user-s/acc/password', { body: { password: next, proof: { password: TEST_PASSWORD } } }],
      [
        'POST /user-s/acc/token',
        { body: { name: 'Meter', scopes: ['plant:read'], expiresInDays: 30, proof: { password: next } } },
      ],
      ['POST /maintain-s/station/{id}/members', memberBody('secret-guest@example.org')],
      ['DELETE /maintain-s/station', { body: { id: doomed, name: 'Lindenhof', proof: { password: next } } }],
    ]
    const said = [TEST_PASSWORD, next, 'secret-guest', 'Lindenhof', 'Meter', anna.token]
    for (const [name, parts] of tries) {
      const { status, body } = await scene.ask(anna, name, parts)
      expect([name, status, status === 200 ? '' : JSON.stringify(body)]).toEqual([name, 200, ''])
      const token = (body as { token?: string }).token
      if (token !== undefined) said.push(token)
    }
    const { rows: texts } = await scene.test.db.pool.query<{ text: string }>('select a::text as text from audit_log a')
    expect(texts).toHaveLength(tries.length)
    for (const { text } of texts) for (const word of said) expect(text).not.toContain(word)
  })

  const memberBody = (email: string): CallParts => ({
    params: { id: plant },
    body: { email, language: 'en', role: 'viewer', rights: [], expiresAtMs: null },
  })
})

describe('old audit rows', () => {
  it('are removed, and younger ones stay', async () => {
    const { db } = scene.test
    for (const at of [0, 1, 2, 3]) await recordWrite(db, write({ nowMs: nowMs + at }))
    expect(await removeOldWrites(db, nowMs + 2)).toBe(2)
    expect((await rows()).map(({ at }) => at.getTime())).toEqual([nowMs + 2, nowMs + 3])
    expect(await removeOldWrites(db, nowMs + 2)).toBe(0)
  })

  it('are removed in any number', async () => {
    const { db } = scene.test
    await db.pool.query("insert into audit_log (at, call) select $1, 'POST /x' from generate_series(1, 12000)", [
      new Date(nowMs),
    ])
    expect(await removeOldWrites(db, nowMs + 1)).toBe(12_000)
  })
})
