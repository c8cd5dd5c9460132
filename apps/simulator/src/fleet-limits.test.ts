import { findProfileById } from '@heliograph/devices/catalog/registry.ts'
import { requireRecord } from '@heliograph/devices/reads/v5-record/require-record.ts'
import { fitsPlant } from '@heliograph/domain/plant-rating.ts'
import { powerLimitsOf } from '@heliograph/domain/power-limits.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { describe, expect, it } from 'vitest'
import { fleet } from './fleet.ts'
import { advance, createPlantModel, newPlantState } from './plant-model.ts'
import { computeMoment, readDevice } from './readings.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const start = Date.UTC(2026, 0, 1)

// What the server does with inverters and powers beyond their plant must never meet the demo.
describe.each(fleet.filter(({ links }) => links === undefined))('$name', (spec) => {
  const inverters = spec.loggers.flatMap((logger) => logger.inverters.map((inverter) => ({ ...inverter, logger })))
  const capacityWp = inverters.reduce((sum, { dcWp }) => sum + dcWp, 0)

  it('has no inverter that would wait', () => {
    const ratings = inverters.map(({ ratedAcW }) => ratedAcW)
    for (const [index, own] of ratings.entries()) expect(fitsPlant(capacityWp, ratings.slice(0, index), own)).toBe(true)
  })

  it('reports no power beyond what it can deliver, all year', () => {
    const model = createPlantModel(spec, [], 5)
    let state = newPlantState(model, start)
    const beyond: string[] = []
    for (let day = 0; day < 365; day += 45) {
      const noon = start + day * DAY + ((12 - spec.longitude / 15) % 24) * HOUR
      for (const hours of [-2, 0, 2]) {
        const atMs = Math.floor(noon + hours * HOUR)
        state = advance(model, state, atMs)
        const moment = computeMoment(model, state, atMs)
        for (const [index, { ratedAcW, logger }] of inverters.entries()) {
          const profile = findProfileById(logger.profileId)
          if (profile === undefined) throw new Error(logger.profileId)
          const { values } = readDevice(model, moment, index, profile)
          // A profile without room for the rating leaves the plant's capacity in its place.
          const states = requireRecord(profile).fields.some(({ quantity }) => quantity === 'ratedPowerW')
          const limitOf = powerLimitsOf({
            type: profile.deviceType,
            hasBattery: profile.hybrid,
            ratedW: states ? ratedAcW : null,
            capacityWp,
          })
          for (const [id, value] of Object.entries(values))
            if (Math.abs(value) > limitOf(id as QuantityId)) beyond.push(`${id} of ${logger.profileId}: ${value}`)
        }
      }
    }
    expect(beyond).toEqual([])
  })
})
