/** A member without the right to view a plant sees its name and nothing else, whichever call they make. */
import { type CallName, namedEndpoints } from '@heliograph/contract/calls.ts'
import { isWrite } from '@heliograph/contract/endpoint.ts'
import { type PlantRight, plantRights } from '@heliograph/domain/permissions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, addTestUser, bearer, createTestApp, settleAll, type TestApp } from '../testing/app.ts'
import { inject } from '../testing/call.ts'
import { callSamples, type Place } from '../testing/call-samples.ts'
import { addSamplePlace } from '../testing/sample-place.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const NAME = 'Hidden roof'
/** What a reply about the plant may contain, as no other plant does. */
const record: readonly string[] = [
  '48.13579',
  '11.57531',
  '12345.678',
  '12345678',
  'Secret lane',
  '0.98765',
  'Asia/Kathmandu',
]
const measured: readonly string[] = ['4321.5', '4.3215', '9.1234', '400000000', '192.0.2.1']

const entries = namedEndpoints
const reads = entries.filter(
  ([call, entry]) => !entry.stream && !isWrite(call.split(' ')[0] ?? '', entry) && !call.includes('/region-s/dict/'),
)
const ofSession = reads.filter(([, { right }]) => right.kind === 'user')

let test: TestApp
let place: Place
const tokens: Record<string, string> = {}
const otherRights = plantRights.filter((right) => right !== 'viewPlantInfo')

beforeAll(async () => {
  test = await createTestApp(nowMs)
  const owner = await addTestUser(test, 'owner')
  tokens.owner = owner.token
  place = await addSamplePlace(test.db, owner.userId, NAME, nowMs)
  await test.db.pool.query(
    `update plants set latitude = 48.13579, longitude = 11.57531, capacity_wp = 12345678, address = 'Secret lane 7',
       price_per_kwh = 0.98765, zone = 'Asia/Kathmandu' where id = $1`,
    [place.plant],
  )
  await settleAll(test.db, nowMs)
  const join = async (account: string, rights: readonly PlantRight[]) => {
    const { userId, token } = await addTestUser(test, account)
    tokens[account] = token
    await addMember(test.db, place.plant, userId, 'viewer', rights)
  }
  await join('powerless', [])
  for (const right of otherRights) await join(right, [right])
})
afterAll(() => test.close())

const ask = async (call: CallName, account: string): Promise<string> =>
  (await inject(test.app, call, callSamples[call](place), bearer(tokens[account] ?? ''))).body
const findLeaks = (body: string, words: readonly string[]): readonly string[] =>
  words.filter((word) => body.includes(word))

describe('a member without a right', () => {
  it.each(reads.map(([call]) => call))('%s shows at most the name', async (call) => {
    expect(findLeaks(await ask(call, 'powerless'), [...record, ...measured])).toEqual([])
  })

  it('would be shown to see more', async () => {
    const open = []
    for (const [call] of ofSession) if (findLeaks(await ask(call, 'owner'), record).length > 0) open.push(call)
    expect(open).toEqual(
      expect.arrayContaining([
        'POST /maintain-s/operating/station/search',
        'GET /maintain-s/operating/station/created/search',
        'POST /maintain-s/operating/station/fleet',
        'POST /maintain-s/operating/station/places',
      ]),
    )
  })

  it('is told the name, and counted nowhere', async () => {
    const names = await ask('GET /maintain-s/operating/station/names', 'powerless')
    expect(JSON.parse(names)).toEqual({ data: [{ id: place.plant, name: NAME }] })
    expect(JSON.parse(await ask('GET /maintain-s/operating/station/names', 'owner'))).toEqual({ data: [] })
    const counts = JSON.parse(await ask('POST /maintain-s/operating/station/counts', 'powerless'))
    expect(counts).toMatchObject({ total: 0, powerW: null })
    for (const call of ['search', 'fleet'] as const)
      expect(JSON.parse(await ask(`POST /maintain-s/operating/station/${call}`, 'powerless'))).toEqual({
        total: 0,
        data: [],
      })
  })

  it('makes no link to a screen of the plant', async () => {
    const body = { plantId: place.plant }
    const call = 'POST /maintain-s/operating/station/screen/link'
    const of = async (account: string) =>
      (await inject(test.app, call, { body }, bearer(tokens[account] ?? ''))).statusCode
    expect([await of('powerless'), await of('owner')]).toEqual([404, 200])
  })

  it('follows no change of the plant', async () => {
    const event = async (account: string) => {
      const headers = bearer(tokens[account] ?? '')
      const reply = await test.app.inject({ url: '/maintain-s/live/stations', headers, payloadAsStream: true })
      const [first] = await reply.stream().take(1).toArray()
      reply.stream().destroy()
      return String(first)
    }
    expect(await event('owner')).toContain('"total":1')
    expect(await event('powerless')).toContain('"total":0')
  })

  it('sees it as soon as the right is given, and no longer than that', async () => {
    const total = async () => JSON.parse(await ask('POST /maintain-s/operating/station/counts', 'powerless')).total
    const give = (rights: readonly PlantRight[]) =>
      test.db.pool.query(
        "update plant_members set rights = $1 where user_id = (select id from users where account = 'powerless')",
        [rights],
      )
    const holders = async () =>
      (
        await test.db.pool.query(
          'select cardinality(n.holders) as now, cardinality(s.holders) as sought from plant_now n join plant_search s using (plant_id)',
        )
      ).rows
    expect(await holders()).toEqual([{ now: 1, sought: 1 }])
    await give(['viewPlantInfo'])
    expect([await total(), await holders()]).toEqual([1, [{ now: 2, sought: 2 }]])
    await give([])
    expect([await total(), await holders()]).toEqual([0, [{ now: 1, sought: 1 }]])
  })
})

describe('a member without the right to view the plant', () => {
  it.each(otherRights)('but with %s finds its record in no list', async (right) => {
    const seen = []
    // Times of alarms are told by the plant's clock.
    for (const [call] of ofSession)
      for (const word of findLeaks(await ask(call, right), record))
        if (word !== 'Asia/Kathmandu') seen.push(`${call}: ${word}`)
    expect(seen).toEqual([])
  })
})
