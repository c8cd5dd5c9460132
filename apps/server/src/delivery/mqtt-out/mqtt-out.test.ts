import { connect } from 'node:net'
import { createHandClock, type HandClock } from '@heliograph/collect/testing/hand-clock.ts'
import { type MqttBroker, openBroker } from '@heliograph/collect/testing/mqtt-broker.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { DeviceMeta } from '../../fleet/telemetry/telemetry.ts'
import {
  addTestDevice,
  addTestPlant,
  addTestUser,
  appendSamples,
  createTestApp,
  settleAll,
  type TestApp,
} from '../../testing/app.ts'
import { holdCounter } from './announced.ts'
import { MOST_BROKERS } from './brokers.ts'
import { addBroker, changeBroker, listBrokers, removeBroker, runBrokers } from './mqtt-out.ts'
import { type HomeAssistant, startHomeAssistant } from './testing/home-assistant.ts'

const startMs = Date.parse('2026-06-15T10:00:00Z')
const log = pino({ level: process.env.HELIOGRAPH_TEST_LOG ?? 'silent' })
let test: TestApp
let owner: { userId: number; organizationId: null; organizationRole: null }
let plantId: number
let foreignId: number
let hybrid: DeviceMeta
let installation: string
const undo: (() => unknown)[] = []

beforeAll(async () => {
  test = await createTestApp(startMs)
  const { userId } = await addTestUser(test, 'owner')
  owner = { userId, organizationId: null, organizationRole: null }
  plantId = await addTestPlant(test.db, userId, { name: 'Roof "west" {{ 1 }}' })
  foreignId = await addTestPlant(test.db, (await addTestUser(test, 'neighbor')).userId, { name: 'Foreign' })
  hybrid = await addTestDevice(test.db, plantId, {
    serial: 'SECRET77',
    flows: ['generation', 'import', 'export', 'charge', 'discharge'],
    quantities: [
      'pvPowerW',
      'acPowerW',
      'gridPowerW',
      'batteryPowerW',
      'batterySocPercent',
      'generationTotalWh',
      'gridImportTotalWh',
      'gridExportTotalWh',
      'batteryChargeTotalWh',
      'batteryDischargeTotalWh',
    ],
  })
  // Its owner named it.
  await test.db.kysely.updateTable('devices').set({ name: 'Hybrid' }).where('id', '=', hybrid.deviceId).execute()
  await measure(startMs - HOUR_MS, startMs + 1)
  const row = await test.db.kysely.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  installation = row.id
})
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
  await test.db.pool.query('delete from mqtt_brokers')
})
afterAll(() => test.close())

const generatedWh = (atMs: number): number => 1_000_000 + Math.round((atMs - startMs) / 720)

async function measure(fromMs: number, toMs: number, values: object = {}): Promise<void> {
  await appendSamples(test.db, hybrid, { fromMs, toMs }, (atMs) => ({
    pvPowerW: 5000,
    acPowerW: 4900,
    gridPowerW: -1500,
    batteryPowerW: -2000,
    batterySocPercent: 61,
    generationTotalWh: generatedWh(atMs),
    gridImportTotalWh: 300_000,
    gridExportTotalWh: 700_000,
    batteryChargeTotalWh: 90_000,
    batteryDischargeTotalWh: 80_000,
    ...values,
  }))
  await settleAll(test.db, toMs)
}

/** As a node does before it announces a device. */
const announce = (brokerId: number) =>
  test.db.pool.query(`update mqtt_brokers set announced = '{"a":{"parts":[],"highs":{}}}' where id = $1`, [brokerId])

const input = (broker: MqttBroker, more: object = {}) => {
  const usual = { host: '127.0.0.1', port: broker.port, isTls: false, user: '', prefix: 'homeassistant' }
  return { ...usual, plantIds: [plantId], ...more }
}

/** A broker, this server as it publishes there, and turns of its clock until something is so. */
async function start(options: Parameters<typeof openBroker>[0] = {}) {
  const broker = await openBroker(options)
  undo.push(broker.close)
  const clock: HandClock = createHandClock(startMs)
  const serve = async () => {
    const runner = await runBrokers({
      db: test.db,
      log,
      publicUrl: 'https://pv.example.org',
      clock,
      random: () => 0,
      gate: {
        connect: (host, port) =>
          new Promise((resolve, reject) => {
            const socket = connect(port, host)
            socket.once('connect', () => resolve(socket))
            socket.once('error', (error) => reject(new Error((error as NodeJS.ErrnoException).code)))
          }),
      },
    })
    undo.push(runner.close)
    return runner
  }
  const until = (check: () => unknown): Promise<void> =>
    vi.waitFor(
      async () => {
        await clock.turn(1_000)
        await check()
      },
      { timeout: 10_000, interval: 20 },
    )
  const listen = async (statistics?: Parameters<typeof startHomeAssistant>[0]['statistics']) => {
    const home = await startHomeAssistant({ port: broker.port, now: clock.now, ...(statistics && { statistics }) })
    undo.push(home.stop)
    return home
  }
  return { broker, clock, serve, until, listen }
}

const plantName = () => `heliograph_${installation}_p${plantId}`
const deviceName = () => `heliograph_${installation}_d${hybrid.deviceId}`
const isKnown = (home: HomeAssistant) => expect(home.state(plantName(), 'pvPowerW')).toBe('5000')

describe('Home Assistant at a broker', () => {
  it('finds a plant and its devices, with all that its energy dashboard asks for', async () => {
    const { broker, serve, until, listen } = await start()
    const home = await listen()
    await addBroker(test.db, owner, input(broker), startMs)
    await serve()
    await until(() => isKnown(home))
    expect(home.faults).toEqual([])
    const [plant, device] = home.devices()
    expect(plant).toMatchObject({ identifier: plantName(), name: 'Roof "west" {{ 1 }}', via: undefined })
    expect(device).toMatchObject({ identifier: deviceName(), via: plantName() })
    const sensors = (found: typeof plant) =>
      Object.fromEntries((found?.sensors ?? []).map(({ key, stateClass, unit }) => [key, `${stateClass} ${unit}`]))
    // Production, import, export, battery in and out, charge, powers.
    for (const key of [
      'generationTotalKwh',
      'gridImportTotalKwh',
      'gridExportTotalKwh',
      'batteryChargeTotalKwh',
      'batteryDischargeTotalKwh',
    ]) {
      expect(sensors(device)[key]).toBe('total_increasing kWh')
      expect(sensors(plant)[key]).toBe('total kWh')
    }
    for (const key of ['pvPowerW', 'gridPowerW', 'batteryPowerW'])
      for (const one of [plant, device]) expect(sensors(one)[key]).toBe('measurement W')
    expect(sensors(plant)).toMatchObject({ batterySocPercent: 'measurement %', loadPowerW: 'measurement W' })
    expect(home.state(deviceName(), 'generationTotalKwh')).toBe('1000')
    // Above 0 is bought and discharged.
    expect(home.state(plantName(), 'gridPowerW')).toBe('-1500')
    expect(home.state(plantName(), 'batteryPowerW')).toBe('-2000')
    expect(home.state(plantName(), 'batterySocPercent')).toBe('61')
  })

  it('learns no serial number, and nothing of a neighbor', async () => {
    const { broker, serve, until, listen } = await start()
    const home = await listen()
    await addBroker(test.db, owner, input(broker), startMs)
    await expect(
      addBroker(test.db, owner, input(broker, { port: 1, plantIds: [foreignId] }), startMs),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await serve()
    await until(() => isKnown(home))
    const all = JSON.stringify(broker.received)
    expect(all).not.toMatch(/SECRET77|Foreign/)
  })

  it('keeps counting over a restart of either side', async () => {
    const { broker, clock, serve, until, listen } = await start()
    const statistics = new Map()
    const first = await listen(statistics)
    await addBroker(test.db, owner, input(broker), startMs)
    const runner = await serve()
    await until(() => isKnown(first))
    await first.stop()
    const second = await listen(statistics)
    await until(() => isKnown(second))
    await runner.close()
    await vi.waitFor(() => expect(second.state(plantName(), 'pvPowerW')).toBe('unavailable'))
    await measure(startMs + 300_000, startMs + 300_001)
    await serve()
    await until(() => expect(second.counted(deviceName(), 'generationTotalKwh')).toBeCloseTo(0.417, 3))
    broker.hangUp()
    await until(() => expect(second.state(plantName(), 'pvPowerW')).not.toBe('unavailable'))
    expect([...first.faults, ...second.faults]).toEqual([])
    expect(clock.now()).toBeGreaterThan(startMs)
  })

  it('sees unknown values as unknown, never as 0, and a silent device as unavailable', async () => {
    const { broker, clock, serve, until, listen } = await start()
    const home = await listen()
    await addBroker(test.db, owner, input(broker), startMs)
    await serve()
    await until(() => isKnown(home))
    await clock.turn(2 * HOUR_MS)
    await settleAll(test.db, clock.now())
    const newest = () => {
      const states = broker.received.filter(({ topic }) => topic.endsWith(`d${hybrid.deviceId}/state`))
      return JSON.parse(states.at(-1)?.payload ?? '')
    }
    await until(() => expect(newest()).toMatchObject({ gridPowerW: null, batterySocPercent: null }))
    // Its counter stands still, and is known.
    expect(newest().generationTotalKwh).toBeGreaterThan(999)
    await until(() => expect(home.state(deviceName(), 'gridPowerW')).toBe('unavailable'))
    expect(home.faults).toEqual([])
    await settleAll(test.db, startMs)
  })

  it('loses what is chosen no more, and everything when the broker is removed', async () => {
    const { broker, serve, until, listen } = await start()
    const home = await listen()
    const other = await addTestPlant(test.db, owner.userId, { name: 'Barn' })
    const id = await addBroker(test.db, owner, input(broker, { plantIds: [plantId, other] }), startMs)
    await serve()
    await until(() => isKnown(home))
    await changeBroker(test.db, owner, id, input(broker), startMs)
    await until(() => expect(home.devices().map(({ name }) => name)).not.toContain('Barn'))
    await removeBroker(test.db, owner, id)
    await until(() => expect(home.devices()).toEqual([]))
    await until(async () => expect((await test.db.pool.query('select from mqtt_brokers')).rows).toEqual([]))
    expect([...broker.retained.keys()]).toEqual([])
    expect(home.faults).toEqual([])
  })
})

describe('a broker', () => {
  it.each([
    ['with a wrong password', { user: 'me', password: 'right' }, { user: 'me', password: 'wrong' }, /not authorized/i],
    ['that is encrypted and is asked in the clear', { isTls: true }, {}, /closed|parse|invalid/i],
  ])('%s is named with its reason, and published to later', async (_, options, more, reason) => {
    const { broker, serve, until } = await start(options)
    const id = await addBroker(test.db, owner, input(broker, more), startMs)
    await serve()
    await vi.waitFor(
      async () => {
        await until(() => {})
        const [view] = await listBrokers(test.db, owner)
        expect(view?.state?.failure).toMatch(reason)
      },
      { timeout: 10_000 },
    )
    const right = { user: 'me', password: 'right', isTls: 'isTls' in options }
    await changeBroker(test.db, owner, id, input(broker, right), startMs)
    await until(() => expect(broker.retained.size).toBeGreaterThan(0))
    const [view] = await listBrokers(test.db, owner)
    expect(JSON.stringify(view)).not.toContain('right')
  })

  it('that takes messages without a word is left, and tried again', async () => {
    const { broker, clock, serve, until } = await start()
    broker.mute()
    await addBroker(test.db, owner, input(broker), startMs)
    await serve()
    await until(() => expect(broker.received.length).toBeGreaterThan(0))
    await clock.turn(20_000)
    await vi.waitFor(
      async () => {
        await until(() => {})
        expect((await listBrokers(test.db, owner))[0]?.state?.failure).toBe('too slow')
      },
      { timeout: 10_000 },
    )
  })

  it('is greeted once at a time, however often it says that the server is gone', async () => {
    const { broker, serve, until } = await start()
    await addBroker(test.db, owner, input(broker), startMs)
    await serve()
    const sentOf = (suffix: string) => broker.received.filter(({ topic }) => topic.endsWith(suffix))
    await until(() => expect(sentOf(`p${plantId}/state`)).not.toEqual([]))
    broker.mute()
    const [hello] = broker.received
    expect(hello).toMatchObject({ payload: 'online' })
    const hellos = () => broker.received.filter(({ topic }) => topic === hello?.topic).length
    const [before, configs] = [hellos(), sentOf('/config').length]
    for (let at = 0; at < 50; at += 1) broker.publish(hello?.topic ?? '', 'offline')
    // Everything is announced once more, after all that came before.
    await until(() => {
      broker.publish('homeassistant/status', 'online')
      expect(sentOf('/config').length).toBeGreaterThan(configs)
    })
    expect(hellos() - before).toBe(1)
  })

  it('hears everything when it starts while something is published', async () => {
    const { broker, clock, serve, until } = await start()
    await addBroker(test.db, owner, input(broker), startMs)
    await serve()
    const countOf = (suffix: string) => broker.received.filter(({ topic }) => topic.endsWith(suffix)).length
    // Everything, and once more for who subscribes only now.
    await until(() => expect(countOf(`p${plantId}/state`)).toBeGreaterThan(1))
    const [states, configs] = [countOf('/state'), countOf('/config')]
    broker.mute()
    await until(() => expect(countOf('/state')).toBeGreaterThan(states))
    broker.publish('homeassistant/status', 'online')
    broker.unmute()
    const beforeMs = clock.now()
    await vi.waitFor(
      async () => {
        await clock.turn(1_000)
        expect(countOf('/config')).toBeGreaterThan(configs)
      },
      { timeout: 10_000, interval: 200 },
    )
    expect(clock.now() - beforeMs).toBeLessThan(MINUTE_MS)
  })

  it('that was removed counts until everything is taken back there', async () => {
    const at = (port: number) => ({ host: '192.0.2.9', port, isTls: false, user: '', prefix: 'x', plantIds: [plantId] })
    const countRows = async () => (await test.db.pool.query('select from mqtt_brokers')).rowCount
    for (let port = 1; port <= MOST_BROKERS; port += 1) {
      const id = await addBroker(test.db, owner, at(port), startMs)
      await announce(id)
      await removeBroker(test.db, owner, id)
    }
    await expect(addBroker(test.db, owner, at(9), startMs)).rejects.toMatchObject({ code: 'TOO_MANY' })
    expect(await countRows()).toBe(MOST_BROKERS)
  })

  it('that was removed goes at once where nothing was announced', async () => {
    const id = await addBroker(test.db, owner, input({ port: 9 } as MqttBroker), startMs)
    await removeBroker(test.db, owner, id)
    expect((await test.db.pool.query('select from mqtt_brokers')).rowCount).toBe(0)
  })

  it('that changes its address again and again leaves few places behind', async () => {
    const id = await addBroker(test.db, owner, input({ port: 1 } as MqttBroker), startMs)
    const change = async (port: number) => {
      await announce(id)
      await changeBroker(test.db, owner, id, input({ port } as MqttBroker), startMs)
    }
    for (let port = 2; port <= MOST_BROKERS + 1; port += 1) await change(port)
    await expect(change(99)).rejects.toMatchObject({ code: 'TOO_MANY' })
    expect((await test.db.pool.query('select from mqtt_brokers')).rowCount).toBe(MOST_BROKERS + 1)
  })

  it('keeps its password only at the address for which it was entered', async () => {
    const { broker } = await start()
    const id = await addBroker(test.db, owner, input(broker, { password: 'right' }), startMs)
    const elsewhere = changeBroker(test.db, owner, id, input(broker, { host: '192.0.2.9' }), startMs)
    await expect(elsewhere).rejects.toMatchObject({ code: 'PARAM_ERROR' })
    await announce(id)
    await changeBroker(test.db, owner, id, input(broker, { prefix: 'home' }), startMs)
    const { rows } = await test.db.pool.query('select host, prefix, password, removed_at from mqtt_brokers order by id')
    expect(rows).toMatchObject([
      { prefix: 'home', removed_at: null },
      // Takes back what was announced under the other prefix.
      { prefix: 'homeassistant', removed_at: expect.any(Date) },
    ])
    expect(JSON.stringify(rows)).not.toContain('right')
  })
})

describe('a counter that falls', () => {
  it('is unknown until it rises again, or for a day', () => {
    const high = { value: 100, fellAtMs: null }
    expect(holdCounter(undefined, 5, 0)).toEqual({ value: 5, high: { value: 5, fellAtMs: null } })
    expect(holdCounter(high, null, 0)).toEqual({ value: null, high })
    const fallen = holdCounter(high, 40, 1_000)
    expect(fallen).toEqual({ value: null, high: { value: 100, fellAtMs: 1_000 } })
    expect(holdCounter(fallen.high, 101, 2_000).value).toBe(101)
    expect(holdCounter(fallen.high, 41, 1_000 + DAY_MS)).toEqual({ value: 41, high: { value: 41, fellAtMs: null } })
  })
})
