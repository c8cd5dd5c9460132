import type { CallName } from '@heliograph/contract/calls.ts'
import type { FleetPlant } from '@heliograph/contract/maintain-s/fleet.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'
import { type CallParts, inject } from '../../testing/call.ts'
import { MOST_ON_PLANT } from './plants.ts'

const nowMs = Date.parse('2026-06-15T11:00:00Z')

let test: TestApp
type Person = { userId: number; token: string }
let owner: Person
let guest: Person
let roof: number
let barn: number
beforeAll(async () => {
  test = await createTestApp(nowMs)
  owner = await addTestUser(test, 'owner')
  guest = await addTestUser(test, 'guest')
  roof = await addTestPlant(test.db, owner.userId, { name: 'Roof' })
  barn = await addTestPlant(test.db, owner.userId, { name: 'Barn' })
  await addMember(test.db, roof, guest.userId, 'viewer')
})
afterAll(() => test.close())

const ask = async <T>(name: CallName, parts: CallParts = {}, { token } = owner): Promise<T> => {
  const reply = await inject(test.app, name, parts, bearer(token))
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  return reply.json()
}
const refusal = async (name: CallName, parts: CallParts, { token } = owner) => {
  const reply = await inject(test.app, name, parts, bearer(token))
  return [reply.statusCode, reply.json().code]
}
const addTag = async (name: string, person = owner) =>
  (await ask<{ id: number }>('POST /maintain-s/station/tags', { body: { name } }, person)).id
type Tags = { data: { id: number; name: string; plantCount: number }[] }
const tags = async (person = owner) => (await ask<Tags>('GET /maintain-s/station/tags', {}, person)).data
const tag = (body: object, person = owner) => ask('POST /maintain-s/station/tags/plants', { body }, person)
const fleet = async (body: object = {}, person = owner) =>
  (
    await ask<{ data: FleetPlant[] }>(
      'POST /maintain-s/operating/station/fleet',
      { query: { 'order.property': 'name', 'order.direction': 'ASC' }, body },
      person,
    )
  ).data
const named = async (body: object, person = owner) => (await fleet(body, person)).map(({ name }) => name)

const rulesVersion = async (plantId: number): Promise<number> => {
  const row = await test.db.kysely
    .selectFrom('alarm_plants')
    .select('rules_version')
    .where('plant_id', '=', plantId)
    .executeTakeFirst()
  return Number(row?.rules_version ?? 0)
}

describe('tags of plants', () => {
  it('touch the alarm rules of the plants that carry them', async () => {
    const shed = await addTestPlant(test.db, owner.userId, { name: 'Shed' })
    const other = await addTestPlant(test.db, owner.userId, { name: 'Other' })
    const id = await addTag('watched')
    await tag({ plantIds: [shed], add: [id], remove: [] })
    expect(await rulesVersion(shed)).toBe(1)
    await ask('POST /maintain-s/station/tags/{tagId}', { params: { tagId: id }, body: { name: 'seen' } })
    expect(await rulesVersion(shed)).toBe(2)
    const notMine = { params: { tagId: id } }
    expect((await refusal('DELETE /maintain-s/station/tags/{tagId}', notMine, guest))[0]).toBe(404)
    expect(await rulesVersion(shed)).toBe(2)
    await ask('DELETE /maintain-s/station/tags/{tagId}', { params: { tagId: id } })
    expect([await rulesVersion(shed), await rulesVersion(other)]).toEqual([3, 0])
    await test.db.kysely.deleteFrom('plants').where('id', 'in', [shed, other]).execute()
  })

  it('mark several plants at once, filter lists, counts and places, and go', async () => {
    const north = await addTag(' North ')
    const pilot = await addTag('Pilot')
    await tag({ plantIds: [roof, barn], add: [north] })
    await tag({ plantIds: [barn], add: [pilot] })
    expect((await tags()).map(({ name, plantCount }) => [name, plantCount])).toEqual([
      ['North', 2],
      ['Pilot', 1],
    ])
    expect((await fleet()).map(({ tagIds }) => tagIds)).toEqual([[north, pilot], [north]])
    expect(await named({ tagIds: [north] })).toEqual(['Barn', 'Roof'])
    expect(await named({ tagIds: [north, pilot] })).toEqual(['Barn'])
    const body = { tagIds: [pilot] }
    for (const name of [
      'POST /maintain-s/operating/station/counts',
      'POST /maintain-s/operating/station/places',
      'POST /maintain-s/operating/station/search',
    ] as const)
      expect(await ask<{ total: number }>(name, { body })).toMatchObject({ total: 1 })
    await tag({ plantIds: [barn], remove: [north], add: [] })
    expect(await named({ tagIds: [north] })).toEqual(['Roof'])
    await ask('POST /maintain-s/station/tags/{tagId}', { params: { tagId: north }, body: { name: 'Far north' } })
    await ask('DELETE /maintain-s/station/tags/{tagId}', { params: { tagId: pilot } })
    expect((await tags()).map(({ name }) => name)).toEqual(['Far north'])
    expect(await named({ tagIds: [pilot] })).toEqual([])
  })

  it('are each person’s own, on shared plants too', async () => {
    const own = await addTag('Mine')
    const theirs = await addTag('Mine', guest)
    await tag({ plantIds: [roof], add: [theirs] }, guest)
    expect((await fleet({}, guest)).map(({ tagIds }) => tagIds)).toEqual([[theirs]])
    expect(await named({ tagIds: [theirs] })).toEqual([])
    expect((await fleet()).flatMap(({ tagIds }) => tagIds)).not.toContain(theirs)
    // A neighbor's plant or tag is answered like a missing one.
    const put = 'POST /maintain-s/station/tags/plants'
    const missing = [404, 'NOT_FOUND']
    expect(await refusal(put, { body: { plantIds: [roof, barn], add: [theirs] } }, guest)).toEqual(missing)
    expect(await refusal(put, { body: { plantIds: [roof], add: [own] } }, guest)).toEqual(missing)
    expect(await refusal(put, { body: { plantIds: [roof], remove: [own] } }, guest)).toEqual(missing)
    const others = { params: { tagId: own }, body: { name: 'Taken' } }
    expect(await refusal('POST /maintain-s/station/tags/{tagId}', others, guest)).toEqual(missing)
    expect(await refusal('DELETE /maintain-s/station/tags/{tagId}', { params: { tagId: own } }, guest)).toEqual(missing)
  })

  it('have one name each, and a limit on a plant', async () => {
    await addTag('Twice')
    expect(await refusal('POST /maintain-s/station/tags', { body: { name: 'TWICE' } })).toEqual([400, 'PARAM_ERROR'])
    expect(await refusal('POST /maintain-s/station/tags', { body: { name: '\u200b' } })).toEqual([400, 'PARAM_ERROR'])
    const many: number[] = []
    for (let at = 0; at <= MOST_ON_PLANT; at++) many.push(await addTag(`n${at}`, guest))
    const most = many.slice(0, MOST_ON_PLANT)
    await tag({ plantIds: [roof], remove: (await tags(guest)).map(({ id }) => id).slice(0, 20) }, guest)
    await tag({ plantIds: [roof], remove: [(await tags(guest)).find(({ name }) => name === 'Mine')?.id] }, guest)
    await tag({ plantIds: [roof], add: most }, guest)
    const body = { plantIds: [roof], add: many.slice(-1) }
    expect((await refusal('POST /maintain-s/station/tags/plants', { body }, guest))[1]).toBe('TOO_MANY')
  })
})

describe('saved views of the list of plants', () => {
  type View = { id: number; name: string; definition: Record<string, unknown> }
  const views = async (person = owner) =>
    (await ask<{ data: View[] }>('GET /maintain-s/station/views', {}, person)).data
  const save = (name: string, definition: object, person = owner) =>
    ask<View>('POST /maintain-s/station/views', { body: { name, definition } }, person)

  it('are kept per person, replaced by name, and removed', async () => {
    const first = await save('Trouble', { status: 'fault', columns: ['power', 'seen'] })
    const again = await save('trouble', { status: 'silent' })
    expect(again.id).toBe(first.id)
    await save('All', {})
    expect((await views()).map(({ name, definition }) => [name, definition.status])).toEqual([
      ['All', null],
      ['trouble', 'silent'],
    ])
    expect(await views(guest)).toEqual([])
    const remove = 'DELETE /maintain-s/station/views/{viewId}'
    expect(await refusal(remove, { params: { viewId: first.id } }, guest)).toEqual([404, 'NOT_FOUND'])
    await ask(remove, { params: { viewId: first.id } })
    expect((await views()).map(({ name }) => name)).toEqual(['All'])
  })

  it('refuse what the list cannot show', async () => {
    for (const definition of [{ status: 'zzz' }, { columns: ['password'] }, { more: 1 }, { keyword: 'x'.repeat(101) }])
      expect(await refusal('POST /maintain-s/station/views', { body: { name: 'x', definition } })).toEqual([
        400,
        'PARAM_ERROR',
      ])
  })
})
