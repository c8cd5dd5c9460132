import '../../../../../tools/run/property-seed.ts'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRegistry, createStick, type Inverter } from './testing/stick-world.ts'

const startMs = Date.parse('2026-04-10T08:00:00Z')
const MINUTES = 15
const DAYS = 7
/** From one happening to the next, in steps. */
const APART = 3 * 96

const whats = ['power cut', 'power cut elsewhere', 'logger replaced', 'inverter replaced', 'both replaced'] as const
const drawn = fc.record({
  /** A younger plant, or a new inverter, waits for a day each time: replaced meanwhile, nobody speaks for its records. */
  months: fc.integer({ min: 1, max: 140 }),
  runPercent: fc.integer({ min: 40, max: 100 }),
  devices: fc.integer({ min: 1, max: 3 }),
  stepWh: fc.constantFrom(100, 1_000),
  isPoweredByInverter: fc.boolean(),
  movesNightly: fc.boolean(),
  skies: fc.array(fc.integer({ min: 5, max: 100 }), { minLength: DAYS + 4, maxLength: DAYS + 4 }),
  happenings: fc.array(
    fc.record({
      atStep: fc.integer({ min: 20, max: 110 }),
      what: fc.constantFrom(...whats),
      outage: fc.integer({ min: 1, max: 180 }),
      lostS: fc.integer({ min: 0, max: 1_800 }),
    }),
    { maxLength: 3 },
  ),
})

type Drawn = typeof drawn extends fc.Arbitrary<infer Given> ? Given : never

function live(options: Drawn) {
  const { months, devices, stepWh, isPoweredByInverter, happenings } = options
  const inverters = Array.from(
    { length: devices },
    (_, n): Inverter => ({
      serial: `INV${n}`,
      totalWh: (months * 400_000) / devices + n * 77_777,
      todayWh: 1_000,
      yesterdayWh: 12_000 / devices,
      stepWh,
    }),
  )
  const runS = Math.max(90_000, (months * options.runPercent * 30 * 86_400) / 100)
  const stick = createStick({ startMs, inverters, runS, isPoweredByInverter })
  const registry = createRegistry()
  stick.reconnect(registry)
  let late = 0
  let replaced = 0
  for (let step = 0; step < (DAYS + 4) * 96; step += 1) {
    for (const { what, outage, lostS } of happenings.filter(({ atStep }, n) => n * APART + atStep === step)) {
      if (what === 'inverter replaced' || what === 'both replaced')
        inverters[0] = { serial: `NEW${replaced++}`, totalWh: 0, todayWh: 0, yesterdayWh: 0, stepWh }
      if (what !== 'power cut') stick.moveLine()
      if (what === 'logger replaced' || what === 'both replaced') stick.loseMemory()
      stick.cutPower(registry, outage, what === 'logger replaced' || what === 'both replaced' ? 0 : lostS)
    }
    if (options.movesNightly && step % 96 === 70) {
      stick.moveLine()
      stick.reconnect(registry)
    }
    late += stick.step(registry, MINUTES, (options.skies[Math.floor(step / 96)] ?? 100) / 100)
  }
  return { registry, stick, late }
}

test('whatever happens to an honest stick, each record counts, and nobody is asked', () => {
  fc.assert(
    fc.property(drawn, (options) => {
      const isNew = ({ what }: (typeof options.happenings)[number]) =>
        what.startsWith('inverter') || what.startsWith('both')
      const first = options.happenings.find(isNew)
      const happenings = options.happenings.filter((happening) => happening === first || !isNew(happening))
      const { registry, stick } = live({ ...options, happenings })
      const old = registry.unproven().filter(({ atMs }) => atMs < stick.nowMs() - 2 * DAY_MS)
      expect(old).toEqual([])
      expect(registry.counted().length).toBeGreaterThan(100)
    }),
    { numRuns: 60 },
  )
})

test('after a power cut, or in another network, a plant of a year goes on at once', () => {
  const usual = drawn.map(({ happenings, ...given }) => ({
    ...given,
    months: 12 + given.months,
    happenings: happenings.slice(0, 1).map((happening) => ({
      ...happening,
      what: happening.outage > 90 ? ('power cut' as const) : ('power cut elsewhere' as const),
    })),
  }))
  fc.assert(
    fc.property(usual, (options) => {
      const { registry, late } = live(options)
      expect(registry.unproven()).toEqual([])
      expect(late).toBeLessThanOrEqual(options.devices)
    }),
    { numRuns: 60 },
  )
})

test('where stick and address are new each morning, a plant of a month goes on at once', () => {
  const nightly = drawn.map((options) => ({
    ...options,
    isPoweredByInverter: true,
    movesNightly: true,
    happenings: [],
  }))
  fc.assert(
    fc.property(nightly, (options) => {
      expect(live(options).late).toBeLessThanOrEqual(options.devices)
    }),
    { numRuns: 30 },
  )
})

test('an address that changes each night, under a stick that runs on, is never doubted', () => {
  const { late } = live({
    months: 0,
    runPercent: 100,
    devices: 2,
    stepWh: 1_000,
    isPoweredByInverter: false,
    movesNightly: true,
    skies: [],
    happenings: [],
  })
  expect(late).toBe(0)
})
