import { once } from 'node:events'
import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { dayBounds, localDate } from '@heliograph/domain/time.ts'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterEach, expect, test } from 'vitest'
import { homes } from '../../simulator/src/homes.ts'
import { advance, copyState, createPlantModel, newPlantState } from '../../simulator/src/plant-model.ts'
import type { LinkName } from '../../simulator/src/plant-spec.ts'
import { type Platform, signIn } from '../../simulator/src/platform.ts'
import { computeMoment, type Moment } from '../../simulator/src/readings.ts'
import type { Home } from '../../simulator/src/sites/home.ts'
import { links } from '../../simulator/src/sites/links.ts'
import { connectLogger, type LoggerClient } from './intake/ingest/testing/logger-client.ts'
import { createStick } from './intake/ingest/testing/scene.ts'
import { createDice } from './testing/dice.ts'
import { createServerProcess, type ServerProcess } from './testing/server-process.ts'

const SEED = 20_261_129
const KILLS = 3
const STICK = 4_000_000_001
const MICRO = '116183000077'
const STEP_WH = 10
const RECORD_MS = 10_000
const ZONE = 'Europe/Berlin'
/** Between a measurement and the instant under which it is stored. */
const LATE_MS = 6_000

const undo: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

type Truth = Readonly<{ home: Home; momentAt: (atMs: number) => Moment }>

/** A home of the simulator at noon, in the time of now. @param onMeasured called for each measurement of its devices */
function openNoon(link: LinkName, onMeasured: () => void): Truth {
  const spec = homes.find(({ links: own }) => own?.includes(link))
  if (spec === undefined) throw new Error(`No home has ${link}`)
  const model = createPlantModel(spec, [], SEED)
  const startMs = Date.now()
  const noonMs = Date.UTC(2026, 2, 5, 12) - Math.round(spec.longitude / 15) * HOUR_MS
  const atNoon = newPlantState(model, noonMs - DAY_MS)
  advance(model, atNoon, noonMs)
  const kept = new Map<number, Moment>()
  const momentAt = (atMs: number): Moment => {
    const second = Math.floor(atMs / 1000)
    const thenMs = noonMs + second * 1000 - Math.floor(startMs / 1000) * 1000
    const moment = kept.get(second) ?? computeMoment(model, advance(model, copyState(atNoon), thenMs), thenMs)
    kept.set(second, moment)
    return { ...moment, atMs: second * 1000 }
  }
  const measure = (atMs: number): Moment => {
    onMeasured()
    return momentAt(atMs)
  }
  return { home: { model, momentAt: measure, now: Date.now, steps: [] }, momentAt }
}

const truthOf: Partial<Record<QuantityId, (moment: Moment) => number>> = {
  generationTotalWh: ({ now }) => now.generation.reduce((sum, { total }) => sum + total, 0),
  gridImportTotalWh: ({ now }) => now.boundary.import.total,
  gridExportTotalWh: ({ now }) => now.boundary.export.total,
}
/** Tenths of a kWh, the coarsest that a device counts in. */
const COARSEST_WH = 100

type Row = { plant: number; serial: string; at: Date; quantity: QuantityId; value: number }
/** Counters as they are stored. */
const readCounters = (server: ServerProcess): Promise<readonly Row[]> =>
  server.query<Row>(`
    select s.plant_id as plant, d.serial, s.at, q.quantity, s.values[q.place] as value
    from samples s join devices d on d.id = s.device_id
      cross join unnest(d.quantities) with ordinality as q (quantity, place)
    where q.quantity like '%TotalWh' and s.values[q.place] is not null
    order by d.serial, q.quantity, s.at`)
const toText = ({ serial, at, quantity, value }: Row): string => `${serial} ${quantity} ${at.toISOString()} ${value}`

const addPlant = async (platform: Platform, name: string): Promise<number> =>
  (
    await platform.call('POST /maintain-s/station', {
      body: {
        name,
        type: 'HOUSE_ROOF',
        gridInterconnectionType: 'BATTERY_BACKUP',
        installedCapacity: 100,
        locationLat: 52.4,
        locationLng: 13.06,
        regionTimezone: ZONE,
        currency: 'EUR',
      },
    } as never)
  ).id

/** Starts a home's devices and has them read. @returns its plant */
async function readHome(platform: Platform, link: LinkName, home: Home): Promise<number> {
  const id = await addPlant(platform, link)
  const { way, settings, open } = links[link]
  const { port, stop } = await open(0, home)
  undo.push(stop)
  const params = { id }
  const { data } = await platform.call('POST /maintain-s/station/{id}/targets/probe', {
    params,
    body: { way, host: '127.0.0.1', port, settings: { ...settings } },
  })
  const offers = data.map(({ offer }) => offer)
  const body = { offers, name: '', pollSeconds: 10, storeSeconds: 10 }
  await platform.call('POST /maintain-s/station/{id}/targets', { params, body })
  return id
}

/** Runs until it is told to end; what fails is tried again when the server is back. */
function keepSending(turn: () => Promise<void>, whenBack: () => Promise<void>): () => Promise<void> {
  let isOver = false
  const sending = (async () => {
    while (!isOver)
      try {
        await turn()
      } catch {
        await whenBack()
      }
  })()
  return async () => {
    isOver = true
    await sending
  }
}

test('a killed server has lost nothing that it stored and stores nothing twice', async () => {
  const dice = createDice(SEED)
  const server = await createServerProcess(() => ({ DEVICE_LOOPBACK_PORTS: '1024-65535', STORE_SECONDS: '10' }))
  undo.push(server.stop)
  await server.start()
  let measured = 0
  let isDue = (): void => {}
  const onMeasured = (): void => {
    measured += 1
    isDue()
  }
  const platform = await signIn(server.url, server.account.account, server.account.password)
  const truths = new Map<number, Truth>()
  await Promise.all(
    (['sunspec', 'solarman-local', 'p1', 'goodwe'] as const).map(async (link) => {
      const truth = openNoon(link, onMeasured)
      truths.set(await readHome(platform, link, truth.home), truth)
    }),
  )

  let back: Promise<void> = Promise.resolve()
  const whenBack = (): Promise<void> => back
  const stickPlant = await addPlant(platform, 'stick')
  await platform.call('POST /maintain-s/power/system/{id}/v2/gateway', {
    params: { id: stickPlant },
    body: { registerItems: [{ deviceSn: String(STICK) }] },
  } as never)
  const stick = createStick(STICK)
  // A record for every ten seconds of yesterday: a day has more of them than this sends, so none is of the future.
  const { fromMs: firstMs } = dayBounds(localDate(Date.now() - DAY_MS, ZONE), ZONE)
  const acked: number[] = []
  let line: LoggerClient | undefined
  const stopStick = keepSending(async () => {
    const number = acked.length
    try {
      line ??= await connectLogger(server.ports.logger)
      const [todayWh, totalWh] = [number * COARSEST_WH, 100_000 + number * COARSEST_WH]
      const values = { acPowerW: 36_000, generationTodayWh: todayWh, generationTotalWh: totalWh }
      await line.exchange(stick.data(firstMs + number * RECORD_MS, values, { recordCounter: number & 0xffff }))
      acked.push(totalWh)
    } catch (error) {
      await line?.end()
      line = undefined
      throw error
    }
  }, whenBack)
  undo.push(stopStick)

  const microPlant = await addPlant(platform, 'mqtt')
  const proof = { password: server.account.password }
  const { token } = await platform.call('POST /user-s/acc/token', {
    body: { name: 'mqtt', scopes: ['reading:write'], expiresInDays: 2, proof },
  } as never)
  const published: number[] = []
  let microWh = 500_000
  let client: MqttClient | undefined
  const stopMicro = keepSending(async () => {
    try {
      client ??= await connectAsync({
        host: '127.0.0.1',
        port: server.ports.mqtt,
        username: String(microPlant),
        password: token,
        reconnectPeriod: 0,
      })
      const { stream } = client
      const publish = (name: string, value: string) =>
        client?.publishAsync(`solar/${MICRO}/0/${name}`, value, { qos: 1 })
      const said = [publish('power', '360'), publish('yieldtotal', String(microWh / 1000))]
      // A connection that ends takes its promises along.
      await Promise.race([Promise.all(said), once(stream, 'close').then(() => Promise.reject(new Error('ended')))])
      published.push(microWh)
      microWh += STEP_WH
    } catch (error) {
      client?.end(true)
      client = undefined
      throw error
    }
  }, whenBack)
  undo.push(stopMicro)

  const counts = async (): Promise<Map<string, number>> => {
    const found = new Map<string, number>()
    for (const { serial } of await readCounters(server)) found.set(serial, (found.get(serial) ?? 0) + 1)
    return found
  }
  /** Each device has stored something more. */
  const whenAllStored = async (): Promise<void> => {
    const before = await counts()
    await expect
      .poll(
        async () => {
          const now = await counts()
          return now.size >= truths.size + 2 && [...now].every(([serial, count]) => count > (before.get(serial) ?? 0))
        },
        { timeout: 120_000, interval: 300 },
      )
      .toBe(true)
  }

  await whenAllStored()
  const visible = new Set<string>()
  for (let kill = 0; kill < KILLS; kill += 1) {
    const due = measured + 5 + dice(20)
    await new Promise<void>((resolve) => {
      isDue = () => {
        if (measured < due) return
        isDue = () => {}
        // At the device's answer: its round is under way.
        back = (async () => {
          // Once PostgreSQL dies too, and must recover from its log.
          if (kill === 1) for (const row of await readCounters(server)) visible.add(toText(row))
          await server.kill(kill === 1)
          if (kill !== 1) for (const row of await readCounters(server)) visible.add(toText(row))
          await server.start()
          // The dead process holds its devices for half a minute; nobody waits for that here.
          await server.query(`update collect_targets set held_until = '-infinity'`)
          await server.query(`select pg_notify('collect_targets', '')`)
        })()
        resolve()
      }
    })
    await back
  }
  await whenAllStored()
  await stopStick()
  await stopMicro()

  const rows = await readCounters(server)
  const stored = new Set(rows.map(toText))
  expect([...visible].filter((text) => !stored.has(text))).toEqual([])
  const valuesOf = (serial: string): readonly number[] =>
    rows.filter((row) => row.serial === serial && row.quantity === 'generationTotalWh').map(({ value }) => value)
  expect(valuesOf(`SN${STICK}`)).toEqual(acked)
  // A message whose acknowledgment was lost is published again, and counts nothing.
  expect([...new Set(valuesOf(MICRO))]).toEqual(published)

  const series = new Map<string, Row[]>()
  for (const row of rows) {
    const key = `${row.plant} ${row.serial} ${row.quantity}`
    series.set(key, [...(series.get(key) ?? []), row])
  }
  /** By plant and counter: what was counted between its first and its last reading, and how coarse it counts. */
  const sums = new Map<string, Readonly<{ energyWh: number; stepWh: number }>>()
  for (const own of series.values()) {
    const [first, last] = [own[0] as Row, own.at(-1) as Row]
    const stepWh = own.every(({ value }) => value % COARSEST_WH === 0) ? COARSEST_WH : 0
    sums.set(`${first.plant} ${first.quantity}`, { energyWh: last.value - first.value, stepWh })
    const truth = truths.get(first.plant)
    const read = truthOf[first.quantity]
    for (const { at, value, serial, quantity } of own) {
      if (truth === undefined || read === undefined) continue
      const about = `${serial} ${quantity} at ${at.toISOString()}`
      expect(value, about).toBeLessThanOrEqual(read(truth.momentAt(at.getTime())) + 1)
      expect(value, about).toBeGreaterThanOrEqual(read(truth.momentAt(at.getTime() - LATE_MS)) - stepWh - 1)
    }
  }
  // What a device says to have made before it was added is no reading of its total.
  const days = await server.query<{ plant: number; quantity: string; energyWh: number }>(
    `select plant_id as plant, q.quantity, sum(q.wh)::float8 as "energyWh"
     from plant_days cross join lateral (values ('generationTotalWh', generation_wh - reported_wh), ('gridImportTotalWh', import_wh),
       ('gridExportTotalWh', export_wh)) as q (quantity, wh)
     where q.wh is not null group by 1, 2`,
  )
  expect(new Set(days.map(({ plant }) => plant)).size).toBe(truths.size + 2)
  for (const { plant, quantity, energyWh } of days) {
    const counted = sums.get(`${plant} ${quantity}`)
    // What a coarse counter does not say yet is taken from the powers.
    const leewayWh = counted?.stepWh ?? COARSEST_WH
    expect(Math.abs(energyWh - (counted?.energyWh ?? 0)), `${quantity} of plant ${plant}`).toBeLessThan(leewayWh + 1e-6)
  }
  // Something was at stake.
  expect(acked.length).toBeGreaterThan(50)
  expect(visible.size).toBeGreaterThan(50)
}, 300_000)
