import { decodeData } from '@heliograph/devices/catalog/decode-data.ts'
import { activeFaults } from '@heliograph/devices/catalog/faults.ts'
import { findProfileById } from '@heliograph/devices/catalog/registry.ts'
import { findFault } from '@heliograph/devices/faults/find-fault.ts'
import { encodeRecord } from '@heliograph/devices/reads/v5-record/encode-record.ts'
import { describe, expect, it } from 'vitest'
import { faultsFrom } from './faults.ts'
import { fleet } from './fleet.ts'
import { livePast, recordsOfDay } from './history.ts'
import { advance, createPlantModel, newPlantState } from './plant-model.ts'
import { computeMoment, readDevice } from './readings.ts'

const DAY = 86_400_000
const start = Date.UTC(2026, 2, 20)

describe('the report of a simulated inverter', () => {
  for (const spec of fleet.filter(({ links }) => links === undefined)) {
    it(`is read back from its own frame: ${spec.name}`, () => {
      const model = createPlantModel(spec, [], 5)
      const noon = start + 2 * DAY + ((12 - spec.longitude / 15) % 24) * 3_600_000
      const state = advance(model, newPlantState(model, start), noon)
      const moment = computeMoment(model, state, Math.floor(noon))
      let index = 0
      for (const logger of spec.loggers) {
        const profile = findProfileById(logger.profileId)
        if (!profile) throw new Error(logger.profileId)
        for (const inverter of logger.inverters) {
          const reading = readDevice(model, moment, index, profile)
          const payload = encodeRecord(
            profile,
            { time: { totalS: 5_000, poweronS: 500, offsetS: 1_770_000_000 }, recordCounter: 9, buffered: true },
            { deviceSerial: inverter.serial, values: reading.values, deviceClock: reading.deviceClock },
          )
          const decoded = decodeData(payload)
          if ('undecoded' in decoded) throw new Error(decoded.undecoded)
          expect(decoded.deviceSerial).toBe(inverter.serial)
          const power = decoded.values.acPowerW ?? decoded.values.pvPowerW
          expect(power, logger.profileId).toBeDefined()
          const total = decoded.values.generationTotalWh ?? 0
          const sent = moment.now.generation[index]?.total ?? 0
          expect(Math.abs(total - sent), `${logger.profileId} total`).toBeLessThanOrEqual(1_000)
          expect(decoded.values.generationTodayWh, logger.profileId).toBeGreaterThan(0)
          if (inverter.master && spec.batteryWh)
            expect(decoded.values.batterySocPercent).toBeCloseTo(reading.values.batterySocPercent ?? -1, -1)
          index++
        }
      }
    })
  }
})

it('says a known code while an inverter of the fleet stands still', () => {
  const spec = fleet.find(({ faults }) => faults.some(({ type }) => type === 'outage'))
  if (!spec) throw new Error('no outage')
  const faults = faultsFrom(spec.faults, start + 4 * DAY)
  const device = faults.find(({ type }) => type === 'outage')?.device ?? 0
  const profileId = spec.loggers.flatMap((logger) => logger.inverters.map(() => logger.profileId))[device] ?? ''
  const profile = findProfileById(profileId)
  if (!profile) throw new Error(profileId)
  const model = createPlantModel(spec, faults, 5)
  const noon = start + 3 * DAY + ((12 - spec.longitude / 15) % 24) * 3_600_000
  const state = advance(model, newPlantState(model, start), noon)
  const codes = (index: number): readonly (string | undefined)[] =>
    activeFaults(profile, readDevice(model, computeMoment(model, state, noon), index, profile).values).map(
      ({ code }) => findFault({ maker: profile.maker, profileId, code })?.name,
    )
  expect(codes(device)).toEqual([expect.stringMatching(/relay/i)])
  expect(codes(device - 1)).toEqual([])
})

describe('the past of a plant', () => {
  const spec = fleet.find((s) => s.name === 'Kauri school')
  if (!spec) throw new Error('no school')
  const logger = spec.loggers[0]
  const profile = logger && findProfileById(logger.profileId)
  if (!logger || !profile) throw new Error('no logger')

  it('is the same in every run, and silent at night', () => {
    const model = createPlantModel(spec, [], 5)
    const { past } = livePast(model, newPlantState(model, start), start + 10 * DAY)
    const day = start / DAY + 4
    const once = recordsOfDay(past, logger, profile, 0, day, 1_800_000, start + 10 * DAY)
    expect(recordsOfDay(past, logger, profile, 0, day, 1_800_000, start + 10 * DAY)).toEqual(once)
    // About twelve hours of light, two inverters, a record each half hour.
    expect(once.length).toBeGreaterThan(40)
    expect(once.length).toBeLessThan(60)
  })

  it('lacks the records of a gap', () => {
    const gap = { type: 'gap', fromMs: start + 4 * DAY, toMs: start + 5 * DAY, severity: 1 } as const
    const model = createPlantModel(spec, [gap], 5)
    const { past } = livePast(model, newPlantState(model, start), start + 10 * DAY)
    expect(recordsOfDay(past, logger, profile, 0, start / DAY + 4, 1_800_000, start + 10 * DAY)).toEqual([])
  })
})
