import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DayCourse, findSunSlots } from './day-course.ts'
import { findFlatFeedIn } from './export-limit.ts'
import { judgeDay } from './judge-day.ts'
import { sumLosses } from './losses.ts'

const MINUTE = 60_000
const SLOT = 15 * MINUTE
const CAPACITY = 10_000

type Drawn = Readonly<{
  /** W; Infinity: none. */
  limitW: number
  /** Share of a clear sky's light, by slot. */
  cloud: (slot: number) => number
  /** Consumption by minute of the day, W. */
  loadW: (minute: number) => number
  stepMinutes: number
  /** Step of the meter, W. */
  meterStepW: number
  isSilent?: (minute: number) => boolean
  source?: DayCourse['source']
  /** What the plant makes of its light. */
  scale?: number
  chargeW?: (slot: number) => number
  /** What the meter says, of what it should. */
  meter?: (exportW: number, minute: number) => number
}>

const clearW = (minute: number): number =>
  minute > 360 && minute < 1_080 ? 8_500 * Math.sin((Math.PI * (minute - 360)) / 720) : 0

function draw(options: Drawn): DayCourse {
  const { limitW, cloud, loadW, stepMinutes, meterStepW, source = 'in-plane', scale = 0.95 } = options
  const slots = Array.from({ length: 96 }, (_, slot) => slot)
  const lightAt = (minute: number): number => clearW(minute) * cloud(Math.floor(minute / 15))
  const chargeAt = (minute: number): number => options.chargeW?.(Math.floor(minute / 15)) ?? 0
  const madeAt = (minute: number): number =>
    Math.min(lightAt(minute) * scale, loadW(minute) + chargeAt(minute) + limitW)
  const minutes = Array.from({ length: 1_440 / stepMinutes }, (_, i) => i * stepMinutes)
  const meter = options.meter ?? ((w: number) => w)
  const mean = (slot: number, pick: (minute: number) => number): number => {
    const own = minutes.filter((minute) => Math.floor(minute / 15) === slot)
    return own.reduce((sum, minute) => sum + pick(minute), 0) / own.length
  }
  const powerW = slots.map((slot) => mean(slot, madeAt))
  const light = slots.map((slot) => mean(slot, source === 'clear-sky' ? clearW : lightAt))
  return {
    fromMs: 0,
    slotMs: SLOT,
    source,
    potentialW: light,
    isLightKnown: slots.map(() => true),
    ...(source === 'clear-sky' ? {} : { clearW: slots.map((slot) => mean(slot, clearW)) }),
    airC: 15,
    isAirMeasured: true,
    usualShare: 0.9,
    inverters: [{ id: 1, capacityWp: CAPACITY, limitW: 10_000, powerW, countedWh: null }],
    producedWh: powerW.reduce((sum, w) => sum + w, 0) / 4,
    feedIn: {
      points: minutes
        .filter((minute) => options.isSilent?.(minute) !== true)
        .map((minute) => {
          const exportW = madeAt(minute) - loadW(minute) - chargeAt(minute)
          return { atMs: minute * MINUTE, value: Math.round(meter(exportW, minute) / meterStepW) * meterStepW }
        }),
      ...(options.chargeW === undefined ? {} : { chargeW: slots.map(options.chargeW) }),
    },
  }
}

/** What the limit kept back, Wh, by the drawing itself. */
const keptOf = (options: Drawn): number => {
  const sumOf = ({ producedWh }: DayCourse): number => producedWh ?? 0
  return sumOf(draw({ ...options, limitW: Number.POSITIVE_INFINITY })) - sumOf(draw(options))
}
const foundIn = (options: Drawn) => judgeDay(draw(options)).losses.filter(({ kind }) => kind === 'export-limit')

const clear = (): number => 1
const household = (minute: number): number => 300 + 900 * (Math.floor(minute / 45) % 3) + (minute % 7) * 10
const ordinary: Drawn = { limitW: 3_000, cloud: clear, loadW: household, stepMinutes: 5, meterStepW: 1 }

const anyPlant = fc.record({
  stepMinutes: fc.constantFrom(1, 5, 15),
  meterStepW: fc.constantFrom(0.1, 1, 10, 50, 100),
  loads: fc.array(fc.integer({ min: 150, max: 2_500 }), { minLength: 24, maxLength: 48 }),
  jitterW: fc.integer({ min: 0, max: 120 }),
  scale: fc.double({ min: 0.75, max: 1, noNaN: true }),
  source: fc.constantFrom('in-plane' as const, 'weather' as const, 'clear-sky' as const),
})
const loadOf =
  (loads: readonly number[], jitterW: number) =>
  (minute: number): number =>
    (loads[Math.floor((minute * loads.length) / 1_440)] ?? 300) + ((minute * 7_919) % (jitterW + 1))
const anyCloud = fc
  .array(fc.double({ min: 0.05, max: 1, noNaN: true }), { minLength: 96, maxLength: 96 })
  .map((shares) => (slot: number) => shares[slot] ?? 1)

describe('a feed-in that is flat at a limit', () => {
  it('is named with the limit, its hours and what it kept back', () => {
    const [found] = foundIn(ordinary)
    expect(found?.limitW).toBe(3_000)
    expect((found?.heldMs ?? 0) / 3_600_000).toBeGreaterThan(4)
    expect((found?.energyWh ?? 0) / keptOf(ordinary)).toBeGreaterThan(0.85)
    expect((found?.energyWh ?? 0) / keptOf(ordinary)).toBeLessThan(1.15)
    const judged = judgeDay(draw(ordinary))
    expect(judged.potentialWh).toBe((judged.producedWh ?? 0) + sumLosses(judged.losses))
    expect(judged.losses.map(({ kind }) => kind).sort()).toEqual(['export-limit', 'unexplained'])
  })

  it('is named on a clear day without measured light, as a guess', () => {
    const [found] = foundIn({ ...ordinary, source: 'clear-sky' })
    expect([found?.limitW, found?.confidence]).toEqual([3_000, 'low'])
  })

  it('is named with what it kept back at any meter, step, load and level', () => {
    fc.assert(
      fc.property(anyPlant, fc.integer({ min: 2_000, max: 4_000 }), (plant, limitW) => {
        const options = { ...plant, limitW, cloud: clear, loadW: loadOf(plant.loads, plant.jitterW) }
        const losses = foundIn(options)
        const foundWh = sumLosses(losses)
        expect(foundWh).toBeLessThan(keptOf(options) * 1.3 + 500)
        for (const found of losses) {
          expect(Math.abs((found.limitW ?? 0) - limitW)).toBeLessThanOrEqual(Math.max(60, plant.meterStepW))
        }
      }),
      { numRuns: 150, seed: 24 },
    )
  })

  it('is found in most of the drawn plants', () => {
    let found = 0
    const plants = fc.sample(anyPlant, { numRuns: 100, seed: 7 }).filter(({ meterStepW }) => meterStepW < 100)
    for (const plant of plants) {
      const options = { ...plant, limitW: 2_500, cloud: clear, loadW: loadOf(plant.loads, plant.jitterW) }
      if (foundIn(options).length > 0) found++
    }
    expect(found / plants.length).toBeGreaterThan(0.9)
  })

  it('stays named under clouds, across gaps, and beside a large consumption', () => {
    const passing = (slot: number): number => (slot % 12 < 4 ? 0.3 : 1)
    const gaps = (minute: number): boolean => minute % 240 < 40
    const cooking = (minute: number): number => (minute > 660 && minute < 780 ? 9_000 : household(minute))
    for (const options of [
      { ...ordinary, cloud: passing },
      { ...ordinary, isSilent: gaps },
      { ...ordinary, loadW: cooking },
    ]) {
      const [found] = foundIn(options)
      expect(found?.limitW).toBe(3_000)
      expect(found?.energyWh ?? 0).toBeLessThan(keptOf(options) * 1.1)
    }
  })
})

describe('no export limit is named', () => {
  it('at a healthy plant, whatever its sky, consumption and meter', () => {
    fc.assert(
      fc.property(anyPlant, anyCloud, fc.boolean(), (plant, cloud, isClear) => {
        const loadW = loadOf(plant.loads, plant.jitterW)
        const healthy = { ...plant, limitW: Number.POSITIVE_INFINITY, cloud: isClear ? clear : cloud, loadW }
        expect(foundIn(healthy)).toEqual([])
      }),
      { numRuns: 300, seed: 11 },
    )
  })

  it.each<[string, Partial<Drawn>]>([
    ['where the meter froze', { limitW: 1e9, meter: () => 2_000 }],
    ['where the meter shows no feed-in', { limitW: 1e9, meter: (w) => Math.min(0, w) }],
    ['where the inverter itself is flat', { loadW: () => 400 }],
    ['where a battery takes the surplus', { chargeW: (slot) => (slot > 30 && slot < 64 ? 3_500 : 0) }],
    ['where steps of the meter are coarse', { limitW: 1e9, meterStepW: 1_000 }],
    ['where the limit takes an hour only', { isSilent: (minute) => minute < 690 || minute > 730 }],
    ['where less was possible', { scale: 0.3 }],
  ])('%s', (_, more) => {
    expect(foundIn({ ...ordinary, ...more })).toEqual([])
  })

  it('by a cloudy day without measured light', () => {
    const grey = { ...ordinary, limitW: 500, cloud: () => 0.35, source: 'clear-sky' as const }
    expect(foundIn(grey)).toEqual([])
  })
})

describe('readings of a quarter of an hour that are alike by chance', () => {
  const found = (alike: number) => {
    const isAlike = (minute: number): boolean => minute >= 660 && minute < 660 + alike * 15
    const cloud = (slot: number): number => 0.8 + 0.1 * (slot % 3)
    const course = draw({
      limitW: Number.POSITIVE_INFINITY,
      cloud,
      stepMinutes: 15,
      meterStepW: 1,
      loadW: (minute) =>
        isAlike(minute) ? clearW(minute) * cloud(minute / 15) * 0.95 - 3_000 : 5_500 + 40 * (minute % 7),
    })
    return findFlatFeedIn(course, findSunSlots(course), () => false)
  }

  it('are no limit when they are four', () => {
    expect(found(4)).toBeNull()
  })

  it('are one when they are eight', () => {
    expect(found(8)?.limitW).toBe(3_000)
  })
})
