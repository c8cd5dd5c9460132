import { counterRegister } from '@heliograph/devices/catalog/profile.ts'
import { findProfileById } from '@heliograph/devices/catalog/registry.ts'
import { registersAt } from '@heliograph/devices/quirks/counter.ts'
import { lastMidnightMs } from '@heliograph/devices/quirks/own-clock.ts'
import { offsetMinutes } from '@heliograph/domain/time.ts'
import { getSunElevationDeg } from '@heliograph/solar/sun-position.ts'
import { describe, expect, it } from 'vitest'
import { drawQuirks, type InverterQuirks } from './device-quirks.ts'
import { fleet } from './fleet.ts'
import { livePast, type PastRecord, recordsOfDay } from './history.ts'
import { advance, createPlantModel, newPlantState, type PlantModel } from './plant-model.ts'
import type { PlantSpec } from './plant-spec.ts'

const DAY = 86_400_000
const CELL = 300_000
const start = Date.UTC(2026, 3, 1)
const DAYS = 8

const plants = fleet.map((spec) => ({
  spec,
  inverters: spec.loggers.flatMap((logger) => logger.inverters.map((inverter) => ({ logger, inverter }))),
}))
const profileOf = (id: string) => {
  const found = findProfileById(id)
  if (!found) throw new Error(id)
  return found
}
const named = (name: string): PlantSpec => {
  const spec = fleet.find((item) => item.name === name)
  if (!spec) throw new Error(name)
  return spec
}

/** The records of all inverters behind a plant's first logger over the days of the test. */
function play(model: PlantModel): { records: PastRecord[]; trueWh: number[] } {
  const [logger] = model.spec.loggers
  if (!logger) throw new Error('no logger')
  const { past, state } = livePast(model, newPlantState(model, start), start + DAYS * DAY)
  const profile = profileOf(logger.profileId)
  const records = Array.from({ length: DAYS }, (_, day) =>
    recordsOfDay(past, logger, profile, 0, start / DAY + day, CELL, start + DAYS * DAY),
  ).flat()
  return { records, trueWh: state.generation.map(({ total }) => total) }
}

describe('quirks', () => {
  it('depend on the seed alone', () => {
    const spec = named('Lindenhof roof')
    expect(drawQuirks(spec, 7)).toEqual(drawQuirks(spec, 7))
    expect(drawQuirks(spec, 7)).not.toEqual(drawQuirks(spec, 8))
  })

  it('use the steps of the profile, with a random rest in each total', () => {
    const starts = plants.flatMap(({ spec, inverters }) =>
      drawQuirks(spec, 1).map(({ counters }, i) => {
        const profile = profileOf(inverters[i]?.logger.profileId ?? '')
        const stepWh = counterRegister(profile, 'generationTotalWh')?.stepWh ?? 0
        expect(counters.generation.totalStepWh).toBe(stepWh)
        expect(counters.generation.todayStepWh).toBe(counterRegister(profile, 'generationTodayWh')?.stepWh)
        return counters.generation.startWh / stepWh
      }),
    )
    expect(Math.max(...starts)).toBeLessThan(1)
    expect(Math.max(...starts) - Math.min(...starts)).toBeGreaterThan(0.8)
    expect(new Set(starts).size).toBe(starts.length)
  })

  it('give each device a clock that is slightly wrong and ignores DST', () => {
    for (const { spec } of plants)
      for (const { clock } of drawQuirks(spec, 1)) {
        expect(clock.aheadS).not.toBe(0)
        expect(Math.abs(clock.aheadS)).toBeLessThanOrEqual(200)
        const offsets = [0, 3, 6, 9].map((month) => offsetMinutes(Date.UTC(2026, month, 15), spec.zone))
        expect(clock.offsetMinutes).toBe(Math.min(...offsets))
      }
  })

  it('reset at midnight or on wake-up, and never on wake-up without sleep', () => {
    const rules = plants.flatMap(({ spec, inverters }) =>
      drawQuirks(spec, 1).map(({ todayResets }, i) => ({
        todayResets,
        master: inverters[i]?.inverter.master === true,
      })),
    )
    expect(new Set(rules.map(({ todayResets }) => todayResets)).size).toBe(2)
    expect(rules.filter(({ todayResets, master }) => master && todayResets === 'wake-up')).toEqual([])
  })
})

describe('waking up', () => {
  it('happens some time after sunrise, within the hour on half of the days', () => {
    const delays: number[] = []
    for (const name of ['Kauri school', 'Balkon Ehrenfeld', 'Vineyard pump']) {
      const spec = named(name)
      const { records } = play(createPlantModel(spec, [], 5))
      for (const atMs of firstOfDays(
        records.filter(({ index }) => index === 0),
        spec,
      )) {
        let sunriseMs = atMs
        while (getSunElevationDeg(sunriseMs, spec.latitude, spec.longitude) > -0.83) sunriseMs -= 60_000
        delays.push((atMs - sunriseMs) / 60_000)
      }
    }
    delays.sort((a, b) => a - b)
    expect(delays[0]).toBeGreaterThanOrEqual(5)
    expect(delays[Math.floor(delays.length / 2)]).toBeGreaterThan(15)
    expect(delays[Math.floor(delays.length / 2)]).toBeLessThan(60)
  })
})

describe('what the registers show', () => {
  it.each(['Balkon Ehrenfeld', 'Kauri school', 'Vineyard pump', 'Lindenhof roof'])('follow the truth: %s', (name) => {
    const model = createPlantModel(named(name), [], 5)
    const { records, trueWh } = play(model)
    const shown = records.filter(({ index, reading }) => index === 0 && reading.values.generationTotalWh !== 0)
    const quirks = model.quirks[0] as InverterQuirks
    const { totalStepWh, todayStepWh, startWh } = quirks.counters.generation
    let before = 0
    for (const { reading } of shown) {
      const { generationTotalWh = 0, generationTodayWh = 0 } = reading.values
      expect([generationTotalWh % totalStepWh, generationTodayWh % todayStepWh]).toEqual([0, 0])
      expect(generationTotalWh).toBeGreaterThanOrEqual(before)
      before = generationTotalWh
    }
    expect((trueWh[0] ?? 0) + startWh - before).toBeGreaterThanOrEqual(0)
    // The last record is up to five minutes old.
    const unseenWh = (model.inverters[0]?.ratedAcW ?? 0) / 12
    expect((trueWh[0] ?? 0) + startWh - before).toBeLessThan(totalStepWh + unseenWh)
    expect(before).toBeGreaterThan(2_000)
  })

  it('restart "today" on wake-up, without energy of the day before', () => {
    const spec = named('Kauri school')
    const drawn = drawQuirks(spec, 5).map(
      (quirk): InverterQuirks => ({ ...quirk, todayResets: 'wake-up', zeroAtWake: 0 }),
    )
    const { records } = play(createPlantModel(spec, [], 5, drawn))
    const first = firstOfDays(
      records.filter(({ index }) => index === 0),
      spec,
    )
    const today = (atMs: number) =>
      records.find((record) => record.index === 0 && record.atMs === atMs)?.reading.values.generationTodayWh
    expect(first.length).toBeGreaterThanOrEqual(DAYS - 1)
    // At most its energy in a quarter of an hour of first light.
    for (const atMs of first) expect(today(atMs)).toBeLessThanOrEqual(200)
  })

  it('restart "today" of a device that never sleeps at its own midnight', () => {
    const model = createPlantModel(named('Lindenhof roof'), [], 5)
    const { records } = play(model)
    const clock = model.quirks[0]?.clock ?? { offsetMinutes: 0, aheadS: 0 }
    const falls = records.filter(
      ({ reading }, i) => (reading.values.loadTodayWh ?? 0) < (records[i - 1]?.reading.values.loadTodayWh ?? 0),
    )
    expect(falls.length).toBeGreaterThanOrEqual(DAYS - 1)
    for (const { atMs } of falls) expect(atMs - lastMidnightMs(clock, atMs)).toBeLessThan(CELL)
    // 23:00 UTC: Berlin's winter time, in April too.
    expect(new Date(falls[0]?.atMs ?? 0).getUTCHours()).toBe(23)
  })

  it('agree with the shared model of quirks', () => {
    const model = createPlantModel(named('Lindenhof roof'), [], 5)
    const { records } = play(model)
    const truth = new Map<number, number>()
    advance(model, newPlantState(model, start), start + DAYS * DAY, ({ cell, boundary }) => {
      truth.set(cell, boundary.load.total)
    })
    const energyAt = (atMs: number): number => {
      const cell = Math.floor(atMs / CELL)
      const [from = 0, to = from] = [truth.get(cell), truth.get(cell + 1)]
      return from + (to - from) * (atMs / CELL - cell)
    }
    const quirks = model.quirks[0] as InverterQuirks
    const device = { counter: quirks.counters.load, clock: quirks.clock, todayResets: quirks.todayResets }
    let compared = 0
    for (const { atMs, reading } of records) {
      const { totalWh, todayWh } = registersAt(energyAt, device, atMs)
      expect([atMs, reading.values.loadTotalWh, reading.values.loadTodayWh]).toEqual([atMs, totalWh, todayWh])
      compared++
    }
    expect(compared).toBeGreaterThan(2_000)
  })

  it('are all zero in the first record of some mornings', () => {
    const spec = named('Kauri school')
    const share = (zeroAtWake: number) => {
      const drawn = drawQuirks(spec, 5).map((quirk): InverterQuirks => ({ ...quirk, zeroAtWake }))
      const { records } = play(createPlantModel(spec, [], 5, drawn))
      return records.filter(({ reading }) => reading.values.generationTotalWh === 0).length
    }
    // The plant is new: its first day may start at 0 in any case.
    expect(share(0)).toBeLessThanOrEqual(20)
    expect(share(1)).toBeGreaterThanOrEqual(share(0) + 2 * (DAYS - 2))
  })
})

/** The first record of each of the plant's days. */
function firstOfDays(records: readonly PastRecord[], spec: PlantSpec): number[] {
  const dayOf = (atMs: number) => Math.floor((atMs + spec.longitude * 240_000) / DAY)
  return records
    .filter(({ atMs }, i) => i === 0 || dayOf(atMs) !== dayOf(records[i - 1]?.atMs ?? 0))
    .slice(1)
    .map(({ atMs }) => atMs)
}
