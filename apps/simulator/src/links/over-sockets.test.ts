import { once } from 'node:events'
import { connect } from 'node:net'
import { type Clock, systemClock } from '@heliograph/collect/clock.ts'
import type { Candidate, Heard, Io, Way } from '@heliograph/collect/way.ts'
import { everyWay } from '@heliograph/collect/ways.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { LinkName } from '../plant-spec.ts'
import type { Served } from '../sites/home.ts'
import { type Link, links } from '../sites/links.ts'
import { openHome, type TestHome } from '../testing/open-home.ts'

/** A busy machine takes its time. */
const PATIENT = { timeout: 30_000, interval: 50 }
/** Pauses and time-outs are a fifth of what they are. */
const HASTE = 5
const startedMs = systemClock.now()
const hastyClock: Clock = {
  now: () => startedMs + HASTE * (systemClock.now() - startedMs),
  after: (ms, run) => systemClock.after(ms / HASTE, run),
}
const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

type Started = Readonly<{ way: Way; link: Link; io: Io; served: Served; settings: unknown }>

async function start(name: LinkName, { home }: TestHome): Promise<Started> {
  const link = links[name]
  const way = everyWay[link.way]
  if (way === undefined) throw new Error(`There is no way ${link.way}`)
  const served = await link.open(0, home)
  undo.push(served.stop)
  const io: Io = {
    clock: hastyClock,
    memory: new Map(),
    note: () => {},
    connect: async () => {
      const socket = connect(served.port, '127.0.0.1')
      await once(socket, 'connect')
      return socket
    },
  }
  return { way, link, io, served, settings: way.readSettings(link.settings) }
}

/** Opens the devices and reads until all of them were heard. */
async function hear({ way, io, settings }: Started, devices: readonly Candidate[]): Promise<Map<string, Heard>> {
  const heard = new Map<string, Heard>()
  const asleep = new Set<string>()
  const tell = {
    heard: (one: Heard) => void heard.set(one.deviceKey, one),
    asleep: (key: string) => void asleep.add(key),
    otherDevice: () => {},
    leftOut: () => {},
  }
  // A device that takes one connection takes the next one a moment after the last.
  const opened = await vi.waitFor(() => way.open({ settings, devices }, io, tell), PATIENT)
  undo.push(opened.close)
  await expect
    .poll(async () => {
      await opened.poll?.()
      return devices.every(({ key }) => heard.has(key) || asleep.has(key))
    }, PATIENT)
    .toBe(true)
  return heard
}

describe('the devices of homes, by the ways in which a server reads them', { timeout: 60_000 }, () => {
  const lunch = (test: TestHome): number => test.untilMs - 12 * 3_600_000

  it.each(['sunspec', 'goodwe', 'p1', 'shelly', 'solarman-local'] as const)('%s is found and read', async (name) => {
    const test = openHome(name, 11)
    const { powers } = test.turn(lunch(test))
    const started = await start(name, test)
    const found = await started.way.probe(started.settings, started.io)
    const heard = await hear(started, found)
    const values = [...heard.values()].map(({ decoded }) => decoded.values)
    const gridW = values.flatMap(({ gridPowerW }) => gridPowerW ?? [])
    expect(gridW).toHaveLength(1)
    expect(Math.abs((gridW[0] ?? 0) - (powers.flows.importW - powers.flows.exportW))).toBeLessThanOrEqual(10)
  })

  it('a Huawei that hears nothing at first is read from its first answer on', async () => {
    const test = openHome('huawei', 11)
    const started = await start('huawei', test)
    const opens = { wire: 'modbus', profileId: 'huawei-sun2000', unit: 1, serial: test.serial, model: 'SUN2000' }
    const device: Candidate = {
      key: 'huawei',
      maker: 'Huawei',
      model: '',
      serial: test.serial,
      confidence: 1,
      why: 'model',
      opens,
    }
    const outcomes: string[] = []
    const io: Io = { ...started.io, clock: systemClock, note: ({ outcome }) => outcomes.push(outcome) }
    await hear({ ...started, io }, [device])
    expect(outcomes.filter((outcome) => outcome !== 'ended')[0]).toBe('answered')
  })

  it('an OpenDTU is found at night, with no power and the total of the day', async () => {
    const test = openHome('opendtu', 11)
    const { now } = test.turn(test.untilMs - 1_000)
    const started = await start('opendtu', test)
    const found = await started.way.probe(started.settings, started.io)
    expect(found.map(({ serial }) => serial)).toEqual([test.serial])
    const values = [...(await hear(started, found)).values()][0]?.decoded.values
    expect(values?.acPowerW).toBe(0)
    expect(values?.generationTotalWh).toBeCloseTo(now.generation[0]?.total ?? Number.NaN, -1)
  })

  it('an OpenDTU is not read without its password', async () => {
    const test = openHome('opendtu', 11)
    const { way, io } = await start('opendtu', test)
    await expect(way.probe(way.readSettings({ user: 'home', password: 'wrong' }), io)).rejects.toThrow()
  })

  it('a Victron speaks while it is asked to, with all devices behind it', async () => {
    const test = openHome('victron', 11)
    const { powers } = test.turn(lunch(test))
    const started = await start('victron', test)
    const portal = test.home.model.seed.toString(16).padStart(12, '0')
    const devices = ['grid 30', 'battery 512', 'pvinverter 31', 'system'].map(
      (place): Candidate => ({
        key: `victron ${portal} ${place}`,
        maker: 'Victron Energy',
        model: '',
        serial: place,
        confidence: 0.9,
        why: 'broker',
        opens: {},
      }),
    )
    const heard = await hear(started, devices)
    const values = Object.assign({}, ...[...heard.values()].map(({ decoded }) => decoded.values))
    expect(values.batteryPowerW).toBeCloseTo(powers.flows.dischargeW - powers.flows.chargeW, 0)
    expect(values.loadPowerW).toBeCloseTo(powers.loadW, 0)
  })

  it('a Home Assistant has roles, live values and a past by hours', async () => {
    const test = openHome('home-assistant', 11)
    const { powers } = test.turn(lunch(test))
    const started = await start('home-assistant', test)
    const found = await started.way.probe(started.settings, started.io)
    expect(found.map(({ role }) => role ?? null)).toEqual(['generation', 'grid', null])
    const heard = await hear(started, found)
    const values = Object.assign({}, ...[...heard.values()].map(({ decoded }) => decoded.values))
    expect(values.gridPowerW).toBeCloseTo(powers.flows.importW - powers.flows.exportW, 0)
    expect(values.batteryPowerW).toBeCloseTo(powers.flows.dischargeW - powers.flows.chargeW, 0)
    const target = { settings: started.settings, devices: found }
    const histories = (await started.way.history?.(target, started.io, test.untilMs)) ?? []
    const sums = histories.flatMap(({ quantities, rows }) =>
      quantities.map((quantity, index) => [quantity, rows.at(-1)?.[index + 1] ?? Number.NaN] as const),
    )
    const last = test.home.steps.at(-1)
    const first = test.home.steps.find(({ atMs }) => atMs % 3_600_000 === 0)
    for (const [quantity, flow] of [
      ['generationTotalWh', 'generation'],
      ['gridImportTotalWh', 'import'],
      ['gridExportTotalWh', 'export'],
      ['batteryChargeTotalWh', 'charge'],
      ['batteryDischargeTotalWh', 'discharge'],
    ] as const) {
      const wh = (last?.[flow] ?? 0) - (first?.[flow] ?? 0)
      expect(Math.abs((Object.fromEntries(sums)[quantity] ?? Number.NaN) - wh)).toBeLessThan(1)
    }
  })

  it('a Home Assistant whose inverter sleeps has its battery and its meter', async () => {
    const test = openHome('home-assistant', 11)
    test.turn(test.untilMs - 1_000)
    const started = await start('home-assistant', test)
    const found = await started.way.probe(started.settings, started.io)
    const heard = await hear(started, found)
    expect([...heard.keys()].sort()).toEqual(['battery 1', 'grid'])
  })
})
