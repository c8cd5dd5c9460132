import { getQuantity, type QuantityId } from '@heliograph/domain/quantities.ts'
import { frameTypes } from '@heliograph/wires/solarman-v5/frame.ts'
import { goldenSession, goldenVectors, soundFrame } from '@heliograph/wires/testing/golden.ts'
import { describe, expect, it } from 'vitest'
import { requireRecord } from '../reads/v5-record/require-record.ts'
import { decodeSound } from '../testing/golden-values.ts'
import { counterRegister, type Profile } from './profile.ts'
import { findProfileById, profiles } from './registry.ts'

/** The step of each counter in Wh, by the manufacturers' register lists and the captured frames. */
const steps: Readonly<Record<string, Partial<Record<QuantityId, number>>>> = {
  'solis-0507': { generationTodayWh: 100, generationTotalWh: 1000 },
  'solis-0503': { generationTodayWh: 100, generationTotalWh: 1000 },
  'solis-0504': { generationTodayWh: 100, generationTotalWh: 1000 },
  'sofar-2701': { generationTodayWh: 10, generationTotalWh: 1000 },
  'sofar-2703': {
    batteryChargeTodayWh: 10,
    batteryChargeTotalWh: 1000,
    batteryDischargeTodayWh: 10,
    batteryDischargeTotalWh: 1000,
  },
  'sofar-2708': {
    generationTodayWh: 10,
    generationTotalWh: 1000,
    gridExportTodayWh: 10,
    gridExportTotalWh: 1000,
    gridImportTodayWh: 10,
    gridImportTotalWh: 1000,
    loadTodayWh: 10,
    loadTotalWh: 1000,
    batteryChargeTodayWh: 10,
    batteryChargeTotalWh: 1000,
    batteryDischargeTodayWh: 10,
    batteryDischargeTotalWh: 1000,
  },
  'sofar-270a': { generationTodayWh: 10, generationTotalWh: 100 },
  'deye-5408': {
    generationTodayWh: 100,
    generationTotalWh: 100,
    pv1TodayWh: 100,
    pv2TodayWh: 100,
    pv3TodayWh: 100,
    pv4TodayWh: 100,
    pv1TotalWh: 100,
    pv2TotalWh: 100,
    pv3TotalWh: 100,
    pv4TotalWh: 100,
  },
  'deye-5411': {
    generationTodayWh: 100,
    generationTotalWh: 100,
    pv1TodayWh: 100,
    pv2TodayWh: 100,
    gridImportTodayWh: 100,
    gridImportTotalWh: 100,
    gridExportTodayWh: 100,
    gridExportTotalWh: 100,
    loadTodayWh: 100,
    loadTotalWh: 100,
    batteryChargeTodayWh: 100,
    batteryChargeTotalWh: 100,
    batteryDischargeTodayWh: 100,
    batteryDischargeTotalWh: 100,
  },
  'afore-dd01': {},
}

const countersOf = (profile: Profile) =>
  requireRecord(profile).fields.filter(({ quantity }) => getQuantity(quantity).kind === 'counter')

describe.each(profiles)('counters of $id', (profile) => {
  it('move in the steps of the real device', () => {
    const stated = countersOf(profile).map(({ quantity }) => [quantity, counterRegister(profile, quantity)?.stepWh])
    expect(Object.fromEntries(stated)).toEqual(steps[profile.id])
  })

  it('have a step that the register can show', () => {
    for (const { quantity, scale, resolutionWh = 0 } of countersOf(profile))
      expect([quantity, resolutionWh >= scale, resolutionWh % scale]).toEqual([quantity, true, 0])
  })

  it('have no step for values that are not counters', () => {
    for (const { quantity, resolutionWh } of requireRecord(profile).fields)
      if (getQuantity(quantity).kind !== 'counter') expect([quantity, resolutionWh]).toEqual([quantity, undefined])
  })
})

it('are absent for a quantity without a register', () => {
  const profile = findProfileById('solis-0507')
  expect(profile && counterRegister(profile, 'gridImportTotalWh')).toBeUndefined()
  expect(profile && counterRegister(profile, 'acPowerW')).toBeUndefined()
})

describe('captured frames', () => {
  const hexes = [
    ...goldenVectors('wires/src/solarman-v5/fixtures/push.json').map(({ hex }) => hex),
    ...goldenVectors('devices/src/catalog/solis/fixtures/solis-0507.json').map(({ hex }) => hex),
    ...goldenSession().map(({ hex }) => hex),
  ]
  const records = hexes.filter((hex) => hex !== '' && soundFrame(hex).type === frameTypes.data)

  it('show whole steps only', () => {
    let compared = 0
    for (const hex of records) {
      const { profileId, values } = decodeSound(soundFrame(hex).payload)
      const profile = findProfileById(profileId)
      if (!profile) throw new Error(profileId)
      for (const { quantity } of countersOf(profile)) {
        const stepWh = counterRegister(profile, quantity)?.stepWh ?? 0
        if (values[quantity] === undefined) continue
        expect([quantity, values[quantity] % stepWh]).toEqual([quantity, 0])
        compared++
      }
    }
    expect(compared).toBeGreaterThan(50)
  })
})
