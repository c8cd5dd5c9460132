import type { SharedScreen } from '@heliograph/contract/maintain-s/screen.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCESS_TOKEN_PREFIX, hashToken, makeToken } from '../../people/accounts/accounts.ts'
import { addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'
import { inject } from '../../testing/call.ts'

let test: TestApp
let owner: { userId: number; token: string }
let stranger: { userId: number; token: string }
let north: number
let south: number
let foreign: number
beforeAll(async () => {
  test = await createTestApp(Date.parse('2026-06-15T11:00:00Z'))
  owner = await addTestUser(test, 'owner')
  stranger = await addTestUser(test, 'stranger')
  north = await addTestPlant(test.db, owner.userId, { name: 'North' })
  south = await addTestPlant(test.db, owner.userId, { name: 'South' })
  foreign = await addTestPlant(test.db, stranger.userId, { name: 'Foreign' })
  await test.db.pool.query(
    `insert into alarms (plant_id, part, rule, level, influence, opened_at, found_at, last_seen_at, parameters, evidence)
     select id, '', 'plantSilent', 1, 0, now(), now(), now(), '{}', '{}' from plants`,
  )
})
afterAll(() => test.close())

async function makeLink(body: object, { token } = owner): Promise<{ status: number; id: number; token: string }> {
  const reply = await inject(test.app, 'POST /maintain-s/operating/station/screen/link', { body }, bearer(token))
  return { status: reply.statusCode, ...reply.json() }
}
async function show(token: string, plantId?: number): Promise<SharedScreen & { status: number }> {
  const body = plantId === undefined ? { token } : { token, plantId }
  const reply = await inject(test.app, 'POST /maintain-s/operating/station/screen/shared', { body })
  return { status: reply.statusCode, ...reply.json() }
}
const tagged = async (plantId: number, name: string): Promise<number> => {
  const { rows } = await test.db.pool.query<{ id: number }>(
    `with tag as (insert into plant_tags (user_id, name) values ($1, $2) returning id),
       put as (insert into tagged_plants (plant_id, tag_id) select $3, id from tag) select id from tag`,
    [owner.userId, name, plantId],
  )
  return rows[0]?.id ?? 0
}
const namesIn = ({ fleet, alarms }: SharedScreen) => [
  fleet?.places.map(({ name }) => name).sort(),
  [...new Set(alarms.map(({ plantName }) => plantName))].sort(),
]

describe('a link to a large screen', () => {
  it('shows all plants of its maker, and of nobody else', async () => {
    const { token } = await makeLink({ title: ' Hall ' })
    const shown = await show(token)
    expect(shown).toMatchObject({ status: 200, title: 'Hall', plant: null, plants: [], fleet: { total: 2 } })
    expect(namesIn(shown)).toEqual([
      ['North', 'South'],
      ['North', 'South'],
    ])
  })

  it.each(['expires', 'is revoked'])('ends when the token that made it %s', async (end) => {
    const { clock, db } = test
    const program = `${ACCESS_TOKEN_PREFIX}${makeToken()}`
    await db.kysely
      .insertInto('access_tokens')
      .values({
        user_id: owner.userId,
        name: 'Script',
        scopes: ['plant:write'],
        token_hash: hashToken(program),
        expires_at: new Date(clock.nowMs + 60_000),
      })
      .execute()
    const { token } = await makeLink({}, { ...owner, token: program })
    expect((await show(token)).status).toBe(200)
    const startMs = clock.nowMs
    if (end === 'expires') clock.nowMs = startMs + 60_000
    else await db.kysely.deleteFrom('access_tokens').execute()
    expect((await show(token)).status).toBe(404)
    clock.nowMs = startMs
    await db.kysely.deleteFrom('access_tokens').execute()
  })

  it('shows the plants with a tag alone, their alarms too', async () => {
    const { token } = await makeLink({ tagId: await tagged(south, 'wall'), look: { cycleSeconds: 20 } })
    const shown = await show(token)
    expect(namesIn(shown)).toEqual([['South'], ['South']])
    expect(shown.plants).toEqual([{ id: south, name: 'South' }])
    expect((await show(token, south)).plant).toMatchObject({ name: 'South', zone: 'Europe/Berlin' })
    for (const id of [north, foreign, 999_999]) expect((await show(token, id)).status).toBe(404)
  })

  it('shows one plant', async () => {
    const { token } = await makeLink({ plantId: north })
    const shown = await show(token)
    expect(shown).toMatchObject({ fleet: null, plant: { name: 'North' } })
    expect(namesIn(shown)[1]).toEqual(['North'])
    expect((await show(token, south)).status).toBe(404)
  })

  it('is refused for plants and tags of others, and for both at once', async () => {
    expect((await makeLink({ plantId: foreign })).status).toBe(404)
    const tagId = await tagged(north, 'mine')
    expect((await makeLink({ tagId }, stranger)).status).toBe(404)
    expect((await makeLink({ tagId, plantId: north })).status).toBe(400)
    expect((await makeLink({ look: { color: 'red' } })).status).toBe(400)
  })

  it('opens no other call', async () => {
    const { token } = await makeLink({})
    const reply = await inject(test.app, 'GET /maintain-s/operating/station/screen/search', {}, bearer(token))
    expect(reply.statusCode).toBe(401)
  })

  it('ends when its maker removes it, and stays for a stranger', async () => {
    const { id, token } = await makeLink({})
    const path = 'DELETE /maintain-s/operating/station/screen/link/{linkId}'
    const remove = async (by: { token: string }) =>
      (await inject(test.app, path, { params: { linkId: id } }, bearer(by.token))).statusCode
    expect(await remove(stranger)).toBe(404)
    expect((await show(token)).status).toBe(200)
    expect(await remove(owner)).toBe(200)
    expect((await show(token)).status).toBe(404)
  })

  it('shows no plant that its maker no longer sees', async () => {
    const { token } = await makeLink({})
    const { rows } = await test.db.pool.query(
      'update plant_members set expires_at = $2 where plant_id = $1 returning role',
      [south, new Date(test.clock.nowMs - 1)],
    )
    expect(rows).toHaveLength(1)
    expect(namesIn(await show(token))).toEqual([['North'], ['North']])
    await test.db.pool.query('update plant_members set expires_at = null where plant_id = $1', [south])
  })

  it('shows no figures of a plant that its maker may not view', async () => {
    const guest = await addTestUser(test, 'guest')
    await test.db.pool.query(
      "insert into plant_members (plant_id, user_id, role, rights) values ($1, $2, 'viewer', '{viewPlantAlert}')",
      [north, guest.userId],
    )
    expect((await makeLink({ plantId: north }, guest)).status).toBe(404)
    const round = await makeLink({ look: { cycleSeconds: 20 } }, guest)
    expect((await show(round.token)).plants).toEqual([])
    expect((await show(round.token, north)).status).toBe(404)
    await test.db.pool.query("update plant_members set rights = '{viewPlantInfo}' where user_id = $1", [guest.userId])
    const one = await makeLink({ plantId: north }, guest)
    expect((await show(one.token)).plant?.name).toBe('North')
    await test.db.pool.query("update plant_members set rights = '{viewPlantAlert}' where user_id = $1", [guest.userId])
    expect((await show(one.token)).status).toBe(404)
  })

  it('is kept as a hash and listed without its token', async () => {
    const { id, token } = await makeLink({ title: 'Lobby' })
    await show(token)
    const reply = await inject(test.app, 'GET /maintain-s/operating/station/screen/link', {}, bearer(owner.token))
    expect(reply.json().data[0]).toMatchObject({ id, title: 'Lobby', lastUsedAtMs: test.clock.nowMs })
    expect(reply.body).not.toContain(token)
    const none = await inject(test.app, 'GET /maintain-s/operating/station/screen/link', {}, bearer(stranger.token))
    expect(none.json().data).toEqual([])
  })

  it('is one of twenty at most', async () => {
    const codes = []
    for (let n = 0; n < 21; n++) codes.push((await makeLink({}, stranger)).status)
    expect(codes).toEqual([...Array.from({ length: 20 }, () => 200), 409])
  })
})
