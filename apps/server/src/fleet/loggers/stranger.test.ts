/** H1 of the security review in variants: whoever knows a serial number tries to get at somebody else's logger. */

import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { privateNetworks } from '../../http/trusted-proxies.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import { addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'
import { inject } from '../../testing/call.ts'
import { giveLoggers } from '../../testing/give-loggers.ts'
import type { Sighting } from './home.ts'
import { forgetOldClaims } from './loggers.ts'
import { proveClaims } from './prove-claims.ts'

const startMs = Date.parse('2026-06-15T10:00:00Z')
const SERIAL = '4111111111'
const MINUTE_MS = 60_000
/** The stick's household, and the attacker's line. */
const HOME = '198.51.100.7'
const ATTIC = '203.0.113.66'

type Person = Readonly<{ userId: number; token: string; plant: number; address: string }>
let test: TestApp
let app: FastifyInstance
let owner: Person
let stranger: Person
let people = 0
let records = 0

beforeAll(async () => {
  test = await createTestApp(startMs, { trustedProxies: privateNetworks })
  app = test.app
})
afterAll(() => test.close())

const join = async (address: string, isAdmin = false): Promise<Person> => {
  people += 1
  const user = await addTestUser(test, `person-${people}`, isAdmin)
  return { ...user, plant: await addTestPlant(test.db, user.userId), address }
}
beforeEach(async () => {
  test.clock.nowMs = startMs
  owner = await join(HOME)
  stranger = await join(ATTIC)
})
afterEach(() => test.db.pool.query('truncate plants, loggers, logger_claims, logger_budgets, logger_disputes cascade'))

const headersOf = ({ token, address }: Person, more: Readonly<Record<string, string>> = {}) => ({
  ...bearer(token),
  'x-forwarded-for': address,
  ...more,
})
const register = async (
  person: Person,
  serials: readonly string[] = [SERIAL],
  more: Readonly<{ headers?: Record<string, string>; secret?: string; plant?: number }> = {},
) => {
  const { plant = person.plant, secret } = more
  const body = { registerItems: serials.map((deviceSn) => ({ deviceSn })), ...(secret && { secret }) }
  const reply = await inject(
    app,
    'POST /maintain-s/power/system/{id}/v2/gateway',
    { params: { id: plant }, body },
    headersOf(person, more.headers),
  )
  return { status: reply.statusCode, text: reply.body, ...reply.json() }
}
const resultOf = async (...options: Parameters<typeof register>) => (await register(...options)).data?.[0]?.result
const askRestart = (person: Person, plant = person.plant) =>
  inject(
    app,
    'POST /maintain-s/operating/station/{id}/device/gateway/post/{x}',
    { params: { id: plant, x: SERIAL }, query: { verificationType: 'RESTART' }, body: {} },
    headersOf(person),
  )
const release = (person: Person) =>
  inject(
    app,
    'DELETE /maintain-s/power/system/{id}/gateway/{sn}',
    { params: { id: person.plant, sn: SERIAL } },
    headersOf(person),
  )
const look = async (person: Person) =>
  (
    await inject(
      app,
      'GET /maintain-s/operating/station/{id}/collector',
      { params: { id: person.plant } },
      headersOf(person),
    )
  ).json()

/** The stick's own clocks, which ran for 100,000 s before this day. */
const clocksAt = (atMs: number, bootedMs = startMs - 3_600_000) => ({
  totalS: 100_000 + Math.round((atMs - startMs) / 1000),
  poweronS: Math.round((atMs - bootedMs) / 1000),
})
/** The port hears the logger: what ingest does with the row, the record that waits and the claims. */
const hear = async (place: string, more: Partial<Sighting> = {}): Promise<void> => {
  const atMs = test.clock.nowMs
  const { rows } = await test.db.pool.query<{ id: number }>(
    `insert into loggers (wire, address, first_seen_at, last_seen_at, remote_address, mac, ssid)
     values ('solarman-v5', $1, $2, $2, $3, 'AA:BB:CC:00:00:01', 'home-wifi')
     on conflict (wire, address) do update set last_seen_at = $2, remote_address = $3 returning id`,
    [SERIAL, new Date(atMs), place],
  )
  const loggerId = rows[0]?.id ?? 0
  records += 1
  await test.db.pool.query(
    `insert into waiting_records (logger_id, received_at, digest, payload, counted_address) values ($1, $2, $3, '\\x00', $4)`,
    [loggerId, new Date(atMs), Buffer.from(String(records)), place],
  )
  const sighting: Sighting = { place, atMs, clocks: clocksAt(atMs), isHandshake: false, ...more }
  await runClientTransaction(test.db.pool, (client) => proveClaims(client, [{ loggerId, sightings: [sighting] }]))
}
/** Frames that the attacker makes up: the serial number is right, the clocks are guessed. */
const forge = (more: Partial<Sighting> = {}) =>
  hear(ATTIC, { clocks: { totalS: 7, poweronS: 3 }, isHandshake: true, ...more })
const plug = (bootedMs = test.clock.nowMs - 10_000) =>
  hear(HOME, { isHandshake: true, clocks: clocksAt(test.clock.nowMs, bootedMs) })
const pass = (ms: number): void => {
  test.clock.nowMs += ms
}
const holder = async (): Promise<number | null> =>
  (await test.db.pool.query('select plant_id from loggers where address = $1', [SERIAL])).rows[0]?.plant_id ?? null
const waiting = async (): Promise<number> => (await test.db.pool.query('select from waiting_records')).rowCount ?? 0

/** Nothing of the logger is the stranger's, and the stranger is told nothing of it. */
const expectNothing = async (of = stranger): Promise<void> => {
  expect(await holder()).not.toBe(of.plant)
  const seen = await look(of)
  expect(seen.data).toEqual([])
  expect(JSON.stringify(seen)).not.toMatch(/AA:BB|home-wifi|198\.51/)
}

describe('a stranger who knows the serial number gains nothing by', () => {
  it('registering it first', async () => {
    expect(await resultOf(stranger)).toBe('WAITING')
    await hear(HOME)
    await hear(HOME)
    await expectNothing()
    const mine = await register(owner)
    expect(mine.data).toEqual([{ deviceSn: SERIAL, result: 'REGISTERED', waitingRecords: 2 }])
    expect(await holder()).toBe(owner.plant)
  })

  it('registering it after it connected, from another address', async () => {
    await hear(HOME)
    expect(await resultOf(stranger)).toBe('WAITING')
    await hear(HOME)
    await expectNothing()
    expect(await waiting()).toBe(2)
  })

  it('racing with forged frames', async () => {
    await hear(HOME)
    expect(await resultOf(stranger)).toBe('WAITING')
    for (let n = 0; n < 20; n += 1) await forge({ clocks: { totalS: n * 4_000, poweronS: 3 } })
    expect(await resultOf(stranger)).toBe('WAITING')
    await expectNothing()
    // What was made up goes with nobody.
    expect((await register(owner)).data[0]).toMatchObject({ result: 'REGISTERED', waitingRecords: 1 })
  })

  it('forging the awaited restart', async () => {
    await hear(HOME)
    await register(stranger)
    expect((await askRestart(stranger)).statusCode).toBe(200)
    pass(20_000)
    await forge()
    // Nor by a mere reconnection of the stick.
    await hear(HOME, { isHandshake: true })
    await expectNothing()
  })

  it('waiting for the first boot of a morning', async () => {
    await hear(HOME)
    await register(stranger)
    pass(8 * 60 * MINUTE_MS)
    await askRestart(stranger)
    pass(30_000)
    await plug()
    await expectNothing()
  })

  it("waiting for the owner's own restart", async () => {
    await hear(HOME)
    const away = { ...owner, address: '192.0.2.50' }
    await Promise.all([register(stranger), register(away)])
    await Promise.all([askRestart(stranger), askRestart(away)])
    pass(20_000)
    await plug()
    // Nobody knows who pulled the plug; the owner tries again when the other's two minutes are over.
    expect(await holder()).toBeNull()
    pass(5 * MINUTE_MS)
    await askRestart(away)
    pass(20_000)
    await plug()
    expect(await holder()).toBe(owner.plant)
    await expectNothing()
  })

  it('requesting restarts all day', async () => {
    await hear(HOME)
    await register(stranger)
    for (let n = 0; n < 10; n += 1) expect((await askRestart(stranger)).statusCode).toBe(200)
    expect((await askRestart(stranger)).json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    // To delete and register again gives no new ones.
    expect((await release(stranger)).statusCode).toBe(200)
    await register(stranger)
    expect((await askRestart(stranger)).json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })

  it('registering as soon as the owner releases it', async () => {
    await hear(HOME)
    await register(owner)
    expect(await holder()).toBe(owner.plant)
    expect(await resultOf(stranger)).toBe('WAITING')
    expect((await release(owner)).statusCode).toBe(200)
    expect(await holder()).toBeNull()
    expect(await resultOf(stranger)).toBe('WAITING')
    await forge()
    await hear(HOME)
    await expectNothing()
    expect(await resultOf(owner)).toBe('REGISTERED')
  })

  it('being a neighbor in another network of the same provider', async () => {
    const at = (address: string) => join(address)
    const [mine, next] = [await at('2001:db8:1:2::10'), await at('2001:db8:1:3::10')]
    await hear('2001:db8:1:2::/64')
    expect(await resultOf(next)).toBe('WAITING')
    await expectNothing(next)
    expect(await resultOf(mine)).toBe('REGISTERED')
  })

  it('a forged address in X-Forwarded-For', async () => {
    await hear(HOME)
    // The proxy appends where the request came from; what stands before it is the visitor's claim.
    const more = { headers: { 'x-forwarded-for': `${HOME}, ${ATTIC}` } }
    expect(await resultOf(stranger, [SERIAL], more)).toBe('WAITING')
    const junk = { headers: { 'x-forwarded-for': 'home' } }
    expect(await resultOf(stranger, [SERIAL], junk)).toBe('WAITING')
    await hear(HOME)
    await expectNothing()
  })

  it('registering hundreds of serials at once', async () => {
    const many = Array.from({ length: 100 }, (_, n) => String(4_111_111_100 + n))
    expect((await register(stranger, many)).status).toBe(400)
    for (let minute = 0; minute < 5; minute += 1) {
      const batch = many.slice(minute * 20, minute * 20 + 20)
      const { status, code } = await register(stranger, batch)
      expect([status, code]).toEqual(minute < 2 ? [200, undefined] : [409, 'TOO_MANY'])
      expect((await register(stranger, many.slice(0, 20))).code).toBe('TOO_MANY_REQUESTS')
      pass(MINUTE_MS + 1)
    }
    const { rows } = await test.db.pool.query('select count(*)::int as n from logger_claims')
    expect(rows[0].n).toBe(40)
    // With more plants of his own neither.
    const second = await addTestPlant(test.db, stranger.userId)
    expect((await register(stranger, many.slice(60, 80), { plant: second })).code).toBe('TOO_MANY')
  })

  it('probing which serial numbers the server knows', async () => {
    await giveLoggers(test.db, owner.plant, ['4222222222'])
    await hear(HOME)
    const replies = []
    for (const one of [SERIAL, '4222222222', '4244444444']) {
      const { status, text } = await register(stranger, [one])
      replies.push([status, text.replaceAll(one, 'SERIAL')])
    }
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
    const mixed = await register(stranger, [SERIAL, '4222222222', '4244444444'])
    expect(mixed.data.map(({ result }: { result: string }) => result)).toEqual(['WAITING', 'WAITING', 'WAITING'])
    const { claims } = await look(stranger)
    expect(new Set(claims.map(({ deviceSn: _, ...rest }: { deviceSn: string }) => JSON.stringify(rest))).size).toBe(1)
  })

  it('disputing endlessly', async () => {
    await hear(HOME)
    await register(owner)
    await test.db.pool.query('update users set email = account || $1', ['@example.org'])
    const before = test.services.mail.emails.length
    const dispute = (person: Person, sn = SERIAL) =>
      inject(
        app,
        'POST /maintain-s/power/system/{id}/gateway/{sn}/dispute',
        { params: { id: person.plant, sn }, body: { reason: 'I want to have it very much' } },
        headersOf(person),
      )
    expect((await dispute(stranger)).statusCode).toBe(404)
    await register(stranger, [SERIAL, '4244444444'])
    // Whether somebody holds it is not told.
    const replies = [await dispute(stranger), await dispute(stranger, '4244444444')]
    expect(replies.map(({ statusCode, body }) => [statusCode, body])).toEqual(Array(2).fill([200, '{}']))
    for (let n = 0; n < 3; n += 1) expect((await dispute(stranger)).statusCode).toBe(200)
    expect((await dispute(stranger)).json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(test.services.mail.emails.length - before).toBe(1)
    await expectNothing()
  })

  it('transferring a plant back and forth', async () => {
    await register(stranger)
    await hear(HOME)
    await test.db.pool.query("update plant_members set user_id = $2 where plant_id = $1 and role = 'owner'", [
      stranger.plant,
      owner.userId,
    ])
    await hear(HOME)
    expect(await holder()).toBeNull()
    await test.db.pool.query("update plant_members set user_id = $2 where plant_id = $1 and role = 'owner'", [
      stranger.plant,
      stranger.userId,
    ])
    await expectNothing()
  })

  it('guessing the code on the label', async () => {
    const admin = await join(ATTIC, true)
    const codes = [{ serial: SERIAL, code: 'AB12-CD34' }]
    await inject(app, 'POST /maintain-s/operating/collector/label-codes', { body: { codes } }, headersOf(admin))
    for (let n = 0; n < 10; n += 1) expect(await resultOf(stranger, [SERIAL], { secret: `GUESS-${n}` })).toBe('WAITING')
    expect((await register(stranger, [SERIAL], { secret: 'AB12-CD34' })).code).toBe('TOO_MANY_REQUESTS')
    await expectNothing()
    // Who reads the label has it, wherever they are.
    const away = { ...owner, address: '192.0.2.50' }
    expect(await resultOf(away, [SERIAL], { secret: 'ab12 cd34' })).toBe('REGISTERED')
  })
})

describe('a stranger who holds a serial that only its own frames proved', () => {
  const code = { secret: 'AB12-CD34' }
  /** The true stick speaks: its clocks are not those that the stranger made up. */
  const contest = () =>
    test.db.pool.query(`update loggers set wire_state = '{"trust": {"doubted": {"place": "198.51.100.7"}}}'`)

  beforeEach(async () => {
    const admin = await join(ATTIC, true)
    const codes = [{ serial: SERIAL, code: 'AB12-CD34' }]
    await inject(app, 'POST /maintain-s/operating/collector/label-codes', { body: { codes } }, headersOf(admin))
    await register(stranger)
    await forge()
    expect(await holder()).toBe(stranger.plant)
    await contest()
  })

  it('loses it to the code on the label, with place and clocks', async () => {
    expect(await resultOf(owner)).toBe('WAITING')
    expect(await resultOf(owner, [SERIAL], { secret: 'GUESS-1' })).toBe('WAITING')
    expect(await holder()).toBe(stranger.plant)
    expect(await resultOf(owner, [SERIAL], code)).toBe('REGISTERED')
    expect(await holder()).toBe(owner.plant)
    const { rows } = await test.db.pool.query('select places, boot_base_s from logger_homes')
    expect(rows).toEqual([{ places: [HOME], boot_base_s: null }])
    // Registering and forging again regains nothing.
    pass(MINUTE_MS)
    expect(await resultOf(stranger)).toBe('WAITING')
    await forge()
    await expectNothing()
  })

  it('keeps one that nobody else used, or that is older than 30 days', async () => {
    await test.db.pool.query(`update loggers set wire_state = '{}'`)
    expect(await resultOf(owner, [SERIAL], code)).toBe('WAITING')
    await contest()
    await test.db.pool.query(`update loggers set registered_at = registered_at - interval '31 days'`)
    expect(await resultOf(owner, [SERIAL], code)).toBe('WAITING')
    expect(await holder()).toBe(stranger.plant)
  })

  it('is no match for a proof by restart, by code or by a decision', async () => {
    for (const proof of ['restart', 'code', 'decision', null]) {
      await test.db.pool.query('update loggers set proof = $1', [proof])
      expect(await resultOf(owner, [SERIAL], code)).toBe('WAITING')
    }
  })

  it('is outbid by a holder who enters the code of the own label', async () => {
    expect(await resultOf(stranger, [SERIAL], code)).toBe('ALREADY_HERE')
    expect(await resultOf(owner, [SERIAL], code)).toBe('WAITING')
    expect(await holder()).toBe(stranger.plant)
  })
})

describe('who spoke first under a serial that nobody had heard', () => {
  const baseline = async () =>
    (await test.db.pool.query('select places, boot_base_s, total_s from logger_homes')).rows[0]

  beforeEach(async () => {
    const admin = await join(ATTIC, true)
    const codes = [{ serial: SERIAL, code: 'AB12-CD34' }]
    await inject(app, 'POST /maintain-s/operating/collector/label-codes', { body: { codes } }, headersOf(admin))
    await forge()
    pass(MINUTE_MS)
    expect(await resultOf(owner)).toBe('WAITING')
    await plug()
  })

  it('keeps nothing of it after the label: neither place, clocks nor records', async () => {
    // Nobody can say yet which of the two is the logger.
    expect(await holder()).toBeNull()
    expect(await resultOf(owner, [SERIAL], { secret: 'AB12-CD34' })).toBe('REGISTERED')
    expect(await holder()).toBe(owner.plant)
    expect(await baseline()).toEqual({ places: [HOME], boot_base_s: null, total_s: null })
    expect(await waiting()).toBe(0)
  })

  it('cannot be told from the owner by a restart: neither is proven', async () => {
    await askRestart(owner)
    pass(30_000)
    await plug()
    expect(await holder()).toBeNull()
  })

  it('keeps nothing of it after a decision', async () => {
    const admin = await join(ATTIC, true)
    const params = { id: owner.plant, sn: SERIAL }
    const body = { reason: 'It hangs in my cellar, and somebody uses its number' }
    await inject(app, 'POST /maintain-s/power/system/{id}/gateway/{sn}/dispute', { params, body }, headersOf(owner))
    const { rows } = await test.db.pool.query<{ id: number }>('select id from logger_disputes')
    await inject(
      app,
      'POST /maintain-s/operating/collector/disputes/{disputeId}',
      { params: { disputeId: rows[0]?.id ?? 0 }, body: { decision: 'claimant' } },
      headersOf(admin),
    )
    expect(await holder()).toBe(owner.plant)
    expect(await baseline()).toEqual({ places: [HOME], boot_base_s: null, total_s: null })
  })
})

describe('the owner', () => {
  it('behind the same router as all other users needs one step', async () => {
    const mine = await join('192.168.1.33')
    expect(await resultOf(mine)).toBe('WAITING')
    await hear('private')
    expect(await holder()).toBe(mine.plant)
    expect((await look(mine)).claims).toEqual([])
  })

  it('on a private network is not in the network of an outside logger', async () => {
    const mine = await join('192.168.1.33')
    await hear(HOME)
    expect(await resultOf(mine)).toBe('WAITING')
    await hear(HOME)
    expect(await holder()).toBeNull()
  })

  it('restarts the logger, and gets its records from then on', async () => {
    const away = { ...owner, address: '192.0.2.50' }
    await hear(HOME)
    expect(await resultOf(away)).toBe('WAITING')
    expect((await look(away)).claims).toMatchObject([{ deviceSn: SERIAL, restartUntil: null }])
    const { restartUntil } = (await askRestart(away)).json()
    expect(restartUntil).toBe(startMs / 1000 + 120)
    pass(30_000)
    await plug()
    expect(await holder()).toBe(owner.plant)
    expect(await waiting()).toBe(0)
  })

  it('regains a logger from another plant by a decision', async () => {
    const admin = await join(ATTIC, true)
    await giveLoggers(test.db, stranger.plant, [SERIAL])
    await test.db.pool.query("update users set email = account || '@example.org'")
    expect(await resultOf(owner)).toBe('WAITING')
    const reason = 'Bought with the house in May, it hangs in my cellar'
    await inject(
      app,
      'POST /maintain-s/power/system/{id}/gateway/{sn}/dispute',
      { params: { id: owner.plant, sn: SERIAL }, body: { reason } },
      headersOf(owner),
    )
    const list = (person: Person) => inject(app, 'GET /maintain-s/operating/collector/disputes', {}, headersOf(person))
    expect((await list(owner)).statusCode).toBe(403)
    const { total, data } = (await list(admin)).json()
    expect(total).toBe(1)
    expect(data[0]).toMatchObject({
      serial: SERIAL,
      reason,
      plant: { id: owner.plant },
      holder: { id: stranger.plant },
    })
    const decide = () =>
      inject(
        app,
        'POST /maintain-s/operating/collector/disputes/{disputeId}',
        { params: { disputeId: data[0].id }, body: { decision: 'claimant' } },
        headersOf(admin),
      )
    const before = test.services.mail.emails.length
    expect((await decide()).statusCode).toBe(200)
    expect(await holder()).toBe(owner.plant)
    const told = test.services.mail.emails.slice(before).map(({ to, values }) => [to, values.side, values.step])
    const accountOf = async ({ userId }: Person) =>
      (await test.db.pool.query('select email from users where id = $1', [userId])).rows[0].email
    expect(told).toEqual([
      [await accountOf(owner), 'claimant', 'given'],
      [await accountOf(stranger), 'holder', 'given'],
    ])
    const { rows } = await test.db.pool.query(
      "select plant_id from audit_log where call like '%disputes%' order by plant_id",
    )
    expect(rows.map((row) => row.plant_id)).toEqual([owner.plant, stranger.plant].sort((a, b) => a - b))
    expect((await decide()).json()).toMatchObject({ code: 'ABNORMAL' })
  })

  it('is not remembered by the place of the browser for more than 30 days', async () => {
    await register(owner)
    const placeOf = async () => (await test.db.pool.query('select place, placed_at from logger_claims')).rows[0]
    await forgetOldClaims(test.db, startMs + 29 * 24 * 60 * MINUTE_MS)
    expect(await placeOf()).toEqual({ place: HOME, placed_at: new Date(startMs) })
    await forgetOldClaims(test.db, startMs + 31 * 24 * 60 * MINUTE_MS)
    expect(await placeOf()).toEqual({ place: null, placed_at: null })
    await hear(HOME)
    expect(await holder()).toBeNull()
    // To register again brings it back.
    expect(await resultOf(owner)).toBe('REGISTERED')
  })

  it('in an unknown network proves the claim by a restart', async () => {
    await hear(HOME)
    const { 'x-forwarded-for': _, ...headers } = headersOf(owner)
    const reply = await inject(
      app,
      'POST /maintain-s/power/system/{id}/v2/gateway',
      { params: { id: owner.plant }, body: { registerItems: [{ deviceSn: SERIAL }] } },
      headers,
    )
    expect(reply.json().data[0].result).toBe('WAITING')
  })
})
