import { setTimeout as wait } from 'node:timers/promises'
import { createDeviceGate } from '@heliograph/collect/reach/device-gate.ts'
import {
  createHome,
  type HomeAssistantHome,
  openHomeAssistant,
} from '@heliograph/collect/testing/home-assistant-server.ts'
import { openSupervisor, type SupervisorSettings } from '@heliograph/collect/testing/supervisor.ts'
import { everyWay } from '@heliograph/collect/ways.ts'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { getFacts } from '../../fleet/plants/plants.ts'
import {
  createTargetDesk,
  openSecrets,
  readCollectConfig,
  removeTarget,
  renewSupervisorToken,
} from '../../intake/collect/collect.ts'
import { createHistoryImports } from '../../intake/imports/imports.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'
import {
  connectHome,
  createHomeAssistantDoor,
  createSupervisor,
  type HomeDesks,
  readSupervisorConfig,
} from './home-assistant.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const OWNER = '0123456789abcdef0123456789abcdef'
const PARTNER = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
const CHILD = 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'
const GONE = 'cccccccccccccccccccccccccccccccc'
const SYSTEM = 'dddddddddddddddddddddddddddddddd'
const log = pino({ level: process.env.HELIOGRAPH_TEST_LOG ?? 'silent' })
const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

const person = (id: string, name: string, differs: object = {}) => ({
  id,
  username: name.toLowerCase(),
  name,
  is_owner: false,
  is_active: true,
  local_only: false,
  system_generated: false,
  group_ids: ['system-users'],
  credentials: [{ type: 'homeassistant' }],
  ...differs,
})

const makeHome = (): HomeAssistantHome => ({
  ...createHome(),
  config: {
    location_name: 'Sonnenhof',
    latitude: 48.1,
    longitude: 11.6,
    elevation: 520,
    time_zone: 'Europe/Berlin',
    country: 'DE',
    currency: 'EUR',
    language: 'de',
  },
  users: [
    person(SYSTEM, 'Supervisor', { system_generated: true, group_ids: ['system-admin'] }),
    person(OWNER, 'Mira Lindén', { is_owner: true, group_ids: ['system-admin'] }),
    person(PARTNER, 'Jonas', { group_ids: ['system-admin'] }),
    person(CHILD, 'Kim'),
    person(GONE, 'Gone', { is_active: false, group_ids: ['system-admin'] }),
  ],
})

const broker = (password = 'first-secret') => ({
  addon: 'core_mosquitto',
  host: '192.168.1.77',
  port: 1883,
  ssl: false,
  username: 'addons',
  password,
  protocol: '3.1.1',
})

/** A home with its Supervisor, and a server that is its add-on. */
async function start(home = makeHome()) {
  const core = await openHomeAssistant(home)
  undo.push(core.close)
  const settings: SupervisorSettings = { token: 'token-of-the-add-on', core: { port: core.port, token: home.token } }
  const stand = await openSupervisor(settings)
  undo.push(stand.close)
  const env = { HOME_ASSISTANT_SUPERVISOR: `127.0.0.1:${stand.port}`, SUPERVISOR_TOKEN: settings.token }
  const config = readSupervisorConfig(env)
  if (config === undefined) throw new Error('no add-on')
  const supervisor = createSupervisor(config)
  const test = await createTestApp(nowMs, {
    trustedProxies: ['127.0.0.1'],
    services: { homeAssistant: createHomeAssistantDoor({ supervisor, log }) },
  })
  undo.push(test.close)
  const { db } = test
  const collect = readCollectConfig({ DEVICE_NETWORKS: '192.168.1.0/24', DEVICE_LOOPBACK_PORTS: '1024-65535' })
  const gate = createDeviceGate({ ...collect, ownPorts: new Set() })
  const runner = { read: async () => false }
  const now = () => test.clock.nowMs
  const targets = createTargetDesk({ db, gate, ways: everyWay, runner, storeSeconds: 60, now, wait })
  const ordered: number[] = []
  let work: (id: number) => Promise<void> = async () => {}
  const jobs = {
    send: async (_: string, { id }: { id: number }) => void ordered.push(id),
    work: async (_: string, run: (data: never, job: never) => Promise<void>) => {
      work = (id) => run({ id } as never, { isLastTry: true } as never)
    },
  } as unknown as Jobs
  const { recounts } = test.services
  const { port: historyImports } = await createHistoryImports({ db, jobs, recounts, log, now })
  const desks: HomeDesks = { db, supervisor, targets, historyImports, recounts, log, now, isStart: true }
  const state = async () => await db.kysely.selectFrom('installation').selectAll().executeTakeFirstOrThrow()
  const plants = async () => await db.kysely.selectFrom('plants').selectAll().execute()
  const targetsOf = async () => await db.kysely.selectFrom('collect_targets').selectAll().orderBy('id').execute()
  const brokersOf = async () => await db.kysely.selectFrom('mqtt_brokers').selectAll().orderBy('id').execute()
  return {
    home,
    settings,
    stand,
    supervisor,
    test,
    db,
    desks,
    ordered,
    work: (id: number) => work(id),
    state,
    plants,
    targetsOf,
    brokersOf,
  }
}

const asOwner = {
  'x-ingress-path': '/api/hassio_ingress/abc',
  'x-remote-user-id': OWNER,
  'x-remote-user-name': 'mira',
  'x-remote-user-display-name': Buffer.from('Mira Lindén', 'utf8').toString('latin1'),
  'x-forwarded-proto': 'http',
}
const headersOf = (id: string, name: string) => ({
  ...asOwner,
  'x-remote-user-id': id,
  'x-remote-user-display-name': name,
})

const enter = (test: TestApp, headers: Readonly<Record<string, string>>, remoteAddress = '127.0.0.1') =>
  test.app.inject({ method: 'POST', url: '/oauth2-s/third-party/ingress', headers, payload: {}, remoteAddress })
const whoIs = async (test: TestApp, token: string) =>
  (await test.app.inject({ url: '/user-s/acc/org/login-user', headers: bearer(token) })).json()

describe('an add-on of Home Assistant', () => {
  it('sets up the home at its first start without a question', { timeout: 60_000 }, async () => {
    const { desks, db, settings, ordered, work, state, plants, targetsOf, brokersOf, home } = await start()
    settings.mqtt = broker()
    await connectHome(desks)

    const [plant, ...others] = await plants()
    expect(others).toEqual([])
    expect(plant).toMatchObject({ name: 'Sonnenhof', latitude: 48.1, zone: 'Europe/Berlin', country: 'DE' })
    const [user, ...rest] = await db.kysely.selectFrom('users').selectAll().execute()
    expect(rest).toEqual([])
    expect(user).toMatchObject({ account: 'mira-lindén', is_admin: true, language: 'de', password_hash: null })
    const [target] = await targetsOf()
    expect(target?.devices.map(({ key }) => key)).toEqual(['solar 1', 'grid', 'battery 1'])
    // The token stands nowhere in the clear.
    expect(JSON.stringify(target?.settings)).not.toContain('token-of')
    expect(openSecrets(target?.secrets ?? null)).toEqual({ token: 'token-of-the-add-on' })
    const [published] = await brokersOf()
    expect(published).toMatchObject({ host: '192.168.1.77', port: 1883, user_name: 'addons', prefix: 'homeassistant' })
    expect(published?.password).not.toContain('first-secret')
    expect((await state()).home_plant_id).toBe(plant?.id)

    // Two days say too little about its size.
    expect(await getFacts(db, plant?.id ?? 0)).toMatchObject({ capacityWp: 10_000, gridType: 'BATTERY_BACKUP' })
    expect(ordered).toHaveLength(1)
    await work(ordered[0] ?? 0)
    const imports = await db.kysely.selectFrom('history_imports').select(['state', 'stored']).execute()
    expect(imports[0]?.state).toBe('done')
    expect(imports[0]?.stored).toBeGreaterThan(40)

    // Nothing is done twice.
    home.config = { ...home.config, location_name: 'Other' }
    await connectHome({ ...desks, isStart: false })
    await connectHome(desks)
    expect([(await plants()).length, (await targetsOf()).length, (await brokersOf()).length]).toEqual([1, 1, 1])
    expect(ordered).toHaveLength(1)
  })

  it('waits for energy settings and for a broker, and takes a source that comes later', async () => {
    const { desks, home, settings, state, targetsOf, brokersOf, stand } = await start()
    const { prefs } = home
    home.prefs = { energy_sources: [] }
    await connectHome(desks)
    expect(await targetsOf()).toEqual([])
    expect(stand.asked).toContain('GET /services/mqtt 400')
    expect(await state()).toMatchObject({ home_connected_at: null, home_published_at: null })

    const sources = (prefs as { energy_sources: readonly object[] }).energy_sources
    home.prefs = { energy_sources: sources.slice(0, 1) }
    settings.mqtt = broker()
    await connectHome({ ...desks, isStart: false })
    expect((await targetsOf())[0]?.devices.map(({ key }) => key)).toEqual(['solar 1'])
    expect(await brokersOf()).toHaveLength(1)

    home.prefs = prefs
    await connectHome({ ...desks, isStart: false })
    expect((await targetsOf())[0]?.devices).toHaveLength(1)
    await connectHome(desks)
    expect((await targetsOf())[0]?.devices.map(({ key }) => key)).toEqual(['solar 1', 'grid', 'battery 1'])
  })

  it('leaves alone what a person took back', { timeout: 60_000 }, async () => {
    const { desks, db, settings, plants, targetsOf, brokersOf } = await start()
    settings.mqtt = broker()
    await connectHome(desks)
    const [plant] = await plants()
    const [target] = await targetsOf()
    await removeTarget(db, { plantId: plant?.id ?? 0, targetId: target?.id ?? 0 })
    await db.pool.query('delete from mqtt_brokers')
    await connectHome(desks)
    expect([await targetsOf(), await brokersOf()]).toEqual([[], []])
    await db.pool.query('delete from plant_members')
    await db.pool.query('delete from plants')
    await connectHome(desks)
    expect(await plants()).toEqual([])
  })

  it('goes on with the token and the password of its next start', async () => {
    const { desks, db, settings, supervisor, targetsOf, brokersOf } = await start()
    settings.mqtt = broker()
    await connectHome(desks)
    const before = { target: (await targetsOf())[0], broker: (await brokersOf())[0] }
    const { address, port } = supervisor.config
    await renewSupervisorToken(db, { address, port, token: 'token-of-the-second-start' })
    settings.mqtt = broker('second-secret')
    await connectHome({ ...desks, isStart: false })
    const [target] = await targetsOf()
    expect(openSecrets(target?.secrets ?? null)).toEqual({ token: 'token-of-the-second-start' })
    expect(target?.version).toBe((before.target?.version ?? 0) + 1)
    const [after] = await brokersOf()
    expect(after?.password).not.toBe(before.broker?.password)
    // The same password again changes nothing.
    await connectHome({ ...desks, isStart: false })
    expect((await brokersOf())[0]?.version).toBe(after?.version)
  })

  it('gives its token to no other place', async () => {
    const { desks, db, supervisor, targetsOf } = await start()
    await connectHome(desks)
    const { address, port } = supervisor.config
    const places = [
      ['192.168.1.9', port],
      [address, port + 1],
    ] as const
    for (const place of places) {
      await db.pool.query('update collect_targets set host = $1, port = $2', [...place])
      await renewSupervisorToken(db, { address, port, token: 'token-of-the-second-start' })
      expect(openSecrets((await targetsOf())[0]?.secrets ?? null)).toEqual({ token: 'token-of-the-add-on' })
    }
  })

  it('finds its plant again when the process ended before it was noted', async () => {
    const { desks, db, plants } = await start()
    await connectHome(desks)
    await db.pool.query('update installation set home_plant_id = null')
    await connectHome(desks)
    expect(await plants()).toHaveLength(1)
  })

  it('tries again when Home Assistant refuses, is silent or says nonsense', async () => {
    const { desks, settings, home, plants, stand } = await start()
    settings.token = 'another'
    await connectHome(desks)
    expect(await plants()).toEqual([])
    expect(stand.asked).toContain('websocket refused')
    settings.token = 'token-of-the-add-on'
    home.users = [{ id: '../../etc', name: 7 }]
    await connectHome(desks)
    expect(await plants()).toEqual([])
    const { users } = makeHome()
    home.users = users
    home.config = { location_name: '\u0000', latitude: 'x', longitude: 1e9, time_zone: 'Mars/Base', currency: '<b>' }
    await connectHome(desks)
    expect(await plants()).toMatchObject([{ zone: 'UTC', currency: 'EUR', latitude: 0, longitude: 0 }])
    expect(stand.asked.filter((line) => line.startsWith('GET'))).toEqual(['GET /services/mqtt 400'])
  })
})

describe('the ingress', () => {
  it('signs in the owner, whose home is there', async () => {
    const { test, desks, db } = await start()
    await connectHome(desks)
    const offered = await test.app.inject({
      url: '/oauth2-s/third-party',
      headers: asOwner,
      remoteAddress: '127.0.0.1',
    })
    expect(offered.json().data).toEqual([{ id: 'home-assistant', kind: 'ingress', name: 'Home Assistant' }])
    const reply = await enter(test, asOwner)
    expect(reply.statusCode).toBe(200)
    expect(reply.cookies.map(({ name }) => name)).toContain(`heliograph_session_${OWNER}`)
    const user = await whoIs(test, reply.json().access_token)
    expect(user).toMatchObject({ account: 'mira-lindén', identity: 'MANAGER' })
    // Her label of today, in her own letters.
    const [binding] = await db.kysely.selectFrom('bindings').selectAll().execute()
    expect(binding).toMatchObject({ provider: 'home-assistant', subject: OWNER, label: 'Mira Lindén' })
    expect((await enter(test, asOwner)).statusCode).toBe(200)
    expect(await db.kysely.selectFrom('users').select('id').execute()).toHaveLength(1)
  })

  it('gives another administrator an account and the plant, once', async () => {
    const { test, desks, db } = await start()
    await connectHome(desks)
    const replies = await Promise.all([1, 2, 3].map(() => enter(test, headersOf(PARTNER, 'Jonas'))))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const token = replies[0]?.json().access_token
    expect(await whoIs(test, token)).toMatchObject({ account: 'jonas', identity: 'USER' })
    const members = () => db.kysely.selectFrom('plant_members').select(['role', 'user_id']).orderBy('user_id').execute()
    expect((await members()).map(({ role }) => role)).toEqual(['owner', 'admin'])
    await db.pool.query("delete from plant_members where role = 'admin'")
    expect((await enter(test, headersOf(PARTNER, 'Jonas'))).statusCode).toBe(200)
    expect(await members()).toHaveLength(1)
  })

  it('refuses everyone who does not administer the home, and unknown people', async () => {
    const { test, desks, db } = await start()
    await connectHome(desks)
    for (const id of [CHILD, GONE, SYSTEM, 'e'.repeat(32)]) {
      const reply = await enter(test, headersOf(id, 'Mira Lindén'))
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'NO_PERMISSION'])
      expect(reply.cookies).toEqual([])
    }
    expect(await db.kysely.selectFrom('users').select('id').execute()).toHaveLength(1)
  })

  it('believes nobody but the Supervisor, and nothing that is not as it writes it', async () => {
    const { test, desks } = await start()
    await connectHome(desks)
    const outside = ['172.30.33.4', '172.30.32.1', '127.0.0.2', '::1', '192.168.1.9']
    for (const address of outside) {
      const reply = await enter(test, { ...asOwner, 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' }, address)
      expect([address, reply.json().code]).toEqual([address, 'THIRD_PARTY_UNKNOWN'])
      const offered = await test.app.inject({ url: '/oauth2-s/third-party', headers: asOwner, remoteAddress: address })
      expect(offered.json().data).toEqual([])
    }
    const { 'x-ingress-path': _, ...withoutPath } = asOwner
    const wrong: Readonly<Record<string, string>>[] = [
      withoutPath,
      { ...asOwner, 'x-remote-user-id': '' },
      { ...asOwner, 'x-remote-user-id': `${OWNER}, ${PARTNER}` },
      { ...asOwner, 'x-remote-user-id': OWNER.toUpperCase() },
      { ...asOwner, 'x-remote-user-id': `${OWNER} `.replace(' ', '%20') },
      { ...asOwner, 'x-remote-user-id': "' or 1=1 --" },
    ]
    for (const headers of wrong) expect((await enter(test, headers)).json().code).toBe('THIRD_PARTY_UNKNOWN')
    // The same address in its IPv6 form is the Supervisor.
    expect((await enter(test, asOwner, '::ffff:127.0.0.1')).statusCode).toBe(200)
  })

  it('keeps the session of one person of a browser from the next', async () => {
    const { test, desks } = await start()
    await connectHome(desks)
    const cookies = (await enter(test, asOwner)).cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const ask = (headers: object) =>
      test.app.inject({
        url: '/user-s/acc/org/login-user',
        headers: { ...headers, cookie: cookies },
        remoteAddress: '127.0.0.1',
      })
    expect((await ask(asOwner)).statusCode).toBe(200)
    expect((await ask(headersOf(CHILD, 'Kim'))).statusCode).toBe(401)
  })

  it('refuses a page of another site, and asks for a second factor where there is one', async () => {
    const { test, desks, db } = await start()
    await connectHome(desks)
    const foreign = await enter(test, { ...asOwner, 'sec-fetch-site': 'cross-site' })
    expect(foreign.json().code).toBe('NO_PERMISSION')
    const { id } = await db.kysely.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const authenticator = { user_id: id, secret: Buffer.alloc(20, 7), confirmed_at: new Date(nowMs) }
    await db.kysely.insertInto('authenticators').values(authenticator).execute()
    const reply = await enter(test, asOwner)
    expect([reply.json().code, reply.cookies]).toEqual(['SECOND_FACTOR_REQUIRED', []])
  })

  it('is shut on a server that is no add-on, whatever a request says', async () => {
    const test = await createTestApp(nowMs, { trustedProxies: ['127.0.0.1'] })
    undo.push(test.close)
    await addTestPlant(test.db, (await addTestUser(test, 'owner')).userId)
    expect((await enter(test, asOwner)).json().code).toBe('THIRD_PARTY_UNKNOWN')
    const offered = await test.app.inject({ url: '/oauth2-s/third-party', headers: asOwner })
    expect(offered.json().data).toEqual([])
  })

  it('says that Home Assistant cannot be asked, and lets in those who are known', async () => {
    const { test, desks, stand } = await start()
    await connectHome(desks)
    stand.close()
    expect((await enter(test, headersOf(PARTNER, 'Jonas'))).json().code).toBe('UNAVAILABLE')
    expect((await enter(test, asOwner)).statusCode).toBe(200)
  })
})

describe('the setting', () => {
  const read = (address: string, token: string | undefined = 't') =>
    readSupervisorConfig({ HOME_ASSISTANT_SUPERVISOR: address, SUPERVISOR_TOKEN: token })

  it('names one address', () => {
    expect(readSupervisorConfig({ SUPERVISOR_TOKEN: 't' })).toBeUndefined()
    expect(read('172.30.32.2')).toEqual({ address: '172.30.32.2', port: 80, token: 't' })
    for (const wrong of ['172.30.32.0/23', '1', 'supervisor', '0.0.0.0/0', '172.30.32.2:0', '172.30.32.2:99999', '::1'])
      expect(() => read(wrong), wrong).toThrow('HOME_ASSISTANT_SUPERVISOR')
    expect(() => read('172.30.32.2', '')).toThrow('SUPERVISOR_TOKEN')
  })
})
