import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeBattery } from './battery.ts'
import { learnBattery, type MeteredHour, openBattery, withMorePanels, withoutBattery } from './replay.ts'

const idle: MeteredHour = { generation: 0, import: 0, export: 0, charge: 0, discharge: 0 }
/** Lossless, without electronics, all of it usable, as fast as it likes. */
const ideal = (capacityWh: number, cRate = 10) =>
  describeBattery({
    capacityWh,
    cRate,
    roundTripEfficiency: 1,
    minSocPercent: 0,
    taperFromPercent: 100,
    standbyW: 0,
  })
/** All that goes into the house in an hour. */
const use = (hour: MeteredHour): number => hour.generation + hour.import + hour.discharge - hour.export - hour.charge
const wh = fc.integer({ min: 0, max: 6_000 })
const anyHour = fc.record({ generation: wh, import: wh, export: wh, charge: wh, discharge: wh })

describe('a house without its battery', () => {
  it('purchases what the battery gave, and feeds in what it took', () => {
    expect(withoutBattery({ ...idle, import: 100, discharge: 700 })).toEqual({ ...idle, import: 800 })
    const noon = { ...idle, generation: 5_000, export: 1_000, charge: 3_000 }
    expect(withoutBattery(noon)).toEqual({ ...idle, generation: 5_000, export: 4_000 })
  })

  it('purchases less where the battery charged from the grid', () => {
    expect(withoutBattery({ ...idle, import: 3_400, charge: 3_000 })).toEqual({ ...idle, import: 400 })
  })

  it('feeds in less where the battery fed the grid', () => {
    expect(withoutBattery({ ...idle, export: 2_000, discharge: 2_500 })).toEqual({ ...idle, import: 500 })
  })

  it('uses the same energy, and exchanges none below zero', () => {
    fc.assert(
      fc.property(anyHour, (hour) => {
        const bare = withoutBattery(hour)
        expect(use(bare)).toBeCloseTo(use(hour), 6)
        expect(Math.min(bare.import, bare.export)).toBeGreaterThanOrEqual(0)
        expect([bare.charge, bare.discharge]).toEqual([0, 0])
      }),
    )
  })
})

describe('more panels', () => {
  const more = (hour: MeteredHour, scale: number, limitWh: number | null = null) =>
    withMorePanels(hour, { scale, limitWh, meets: 'even' })

  it('meet a purchase first where nothing was fed in', () => {
    const dull = { ...idle, generation: 1_000, import: 600 }
    expect(more(dull, 1.5)).toEqual({ ...idle, generation: 1_500, import: 100 })
    expect(more(dull, 2)).toEqual({ ...idle, generation: 2_000, export: 400 })
  })

  it('share an hour between purchase and feed-in as it was shared', () => {
    const mixed = { ...idle, generation: 1_000, import: 100, export: 300 }
    expect(more(mixed, 1.2)).toEqual({ ...idle, generation: 1_200, import: 50, export: 450 })
  })

  it('are cut at the limit of the inverters, which cuts nothing measured', () => {
    const noon = { ...idle, generation: 4_000, export: 4_000 }
    expect(more(noon, 2, 5_000)).toMatchObject({ generation: 5_000, export: 5_000 })
    expect(more(noon, 2, 3_000)).toEqual(noon)
  })

  it('change nothing at the size that is there, by no order of the hour', () => {
    fc.assert(
      fc.property(anyHour, fc.constantFrom('even', 'late', 'first'), (hour, meets) => {
        expect(withMorePanels(hour, { scale: 1, limitWh: null, meets: meets as 'even' })).toEqual(hour)
      }),
    )
  })
})

describe('a battery', () => {
  it('carries a surplus into the evening, by hand', () => {
    const battery = openBattery(ideal(5_000))
    expect(battery.play({ ...idle, generation: 8_000, export: 8_000 })).toMatchObject({ export: 3_000, charge: 5_000 })
    expect(battery.play({ ...idle, import: 2_000 })).toMatchObject({ import: 0, discharge: 2_000 })
    expect(battery.play({ ...idle, import: 4_000 })).toMatchObject({ import: 1_000, discharge: 3_000 })
    expect(battery.play({ ...idle, import: 1_000 })).toMatchObject({ import: 1_000, discharge: 0 })
  })

  it('gives back what its efficiency leaves', () => {
    const model = { ...ideal(10_000), chargeEfficiency: 0.9, dischargeEfficiency: 0.9 }
    const battery = openBattery(model)
    battery.play({ ...idle, export: 2_000 })
    expect(battery.play({ ...idle, import: 5_000 }).discharge).toBeCloseTo(2_000 * 0.81, 6)
  })

  it('is as slow as its inverter, and keeps the depth that is not usable', () => {
    const slow = openBattery({ ...ideal(10_000, 0.1), minSocPercent: 20 })
    expect(slow.play({ ...idle, export: 4_000 })).toMatchObject({ charge: 1_000, export: 3_000 })
    expect(slow.play({ ...idle, import: 3_000 }).discharge).toBeCloseTo(1_000, 6)
    expect(slow.play({ ...idle, import: 3_000 }).discharge).toBe(0)
  })

  it('serves an hour with both directions', () => {
    const battery = openBattery(ideal(5_000))
    const played = battery.play({ ...idle, generation: 2_000, import: 500, export: 1_500 })
    expect(played.import).toBeCloseTo(0, 6)
    expect(played.export).toBeCloseTo(0, 6)
    expect(battery.play({ ...idle, import: 5_000 }).discharge).toBeCloseTo(1_000, 6)
  })

  it('never gives more than it took, and leaves the balance of the house', () => {
    fc.assert(
      fc.property(fc.array(anyHour, { maxLength: 60 }), fc.integer({ min: 100, max: 20_000 }), (hours, capacityWh) => {
        const battery = openBattery(describeBattery({ capacityWh }))
        const played = hours.map((hour) => battery.play({ ...hour, charge: 0, discharge: 0 }))
        const sum = (part: keyof MeteredHour): number => played.reduce((all, hour) => all + hour[part], 0)
        expect(sum('discharge')).toBeLessThanOrEqual(sum('charge') + 1e-6)
        for (const [at, hour] of played.entries()) {
          expect(use(hour)).toBeCloseTo(use({ ...(hours[at] ?? idle), charge: 0, discharge: 0 }), 4)
          expect(Math.min(hour.import, hour.export)).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })
})

describe('a battery is learned from its hours', () => {
  const sunny = (index: number) => 9_000 + ((index * 7_919) % 4_000)
  const days = Array.from({ length: 60 }, (_, index) =>
    Array.from({ length: 24 }, (__, hour): MeteredHour => {
      if (hour >= 8 && hour < 16) return { ...idle, generation: sunny(index) / 4, export: sunny(index) / 8 }
      return { ...idle, import: 700 }
    }),
  )

  it('that a model played: its size, power and efficiency come back', () => {
    const model = { ...describeBattery({ capacityWh: 6_000, cRate: 0.4, roundTripEfficiency: 0.88 }), standbyW: 0 }
    const battery = openBattery(model)
    const learned = learnBattery(days.map((day) => day.map(battery.play)))
    expect(learned?.roundTrip).toBeCloseTo(0.88, 2)
    // 10 % of its 6 kWh are kept.
    expect(learned?.usableWh).toBeGreaterThan(5_100)
    expect(learned?.usableWh).toBeLessThan(5_500)
    expect(learned?.powerW).toBeLessThanOrEqual(2_400)
  })

  it('not from a battery that hardly ran', () => {
    expect(learnBattery(days)).toBeNull()
    expect(learnBattery(days.slice(0, 5).map((day) => day.map(openBattery(ideal(5_000)).play)))).toBeNull()
  })
})
