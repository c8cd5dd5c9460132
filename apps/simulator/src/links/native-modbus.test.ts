import { openDevice, probeEndpoint } from '@heliograph/devices/catalog/modbus-devices.ts'
import type { Answer, Block } from '@heliograph/devices/reads/modbus/dialog.ts'
import { finish, readRound } from '@heliograph/devices/testing/register-image.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Moment } from '../readings.ts'
import { instantsOf, openHome } from '../testing/open-home.ts'
import { deye, goodwe, huawei, sungrow } from './families.ts'
import { answerNative, type Family } from './native-modbus.ts'

const rows = [
  ['huawei', huawei, 1],
  ['sungrow', sungrow, 1],
  ['goodwe', goodwe, 247],
  ['solarman-local', deye, 1],
] as const

/** How a client asks: a busy device is asked again. */
function client(home: Parameters<typeof answerNative>[0], family: Family): (block: Block) => Answer {
  const answer = answerNative(home, family)
  return ({ unit, function: fn, address, count }) => {
    for (;;) {
      const reply = answer({ unit, fn, address, count })
      if (reply === undefined) return undefined
      if ('length' in reply) return { words: reply }
      if (reply.exception !== 6) return reply
    }
  }
}

/** The truth of a moment, with the step in which the family shows it. */
function expected({ powers, now }: Moment): readonly (readonly [keyof Values, number, number])[] {
  const { flows, inverters, socPercent } = powers
  const { boundary } = now
  const pvW = inverters[0]?.acW ?? 0
  return [
    ['gridPowerW', flows.importW - flows.exportW, 1],
    ['batteryPowerW', flows.dischargeW - flows.chargeW, 1],
    ['acPowerW', pvW + flows.dischargeW - flows.chargeW, 1],
    ['batterySocPercent', socPercent ?? 0, 1],
    ['gridImportTotalWh', boundary.import.total, 200],
    ['gridExportTotalWh', boundary.export.total, 200],
    ['batteryChargeTotalWh', boundary.charge.total, 200],
    ['batteryDischargeTotalWh', boundary.discharge.total, 200],
  ]
}

describe.each(rows)('an inverter of %s', (link, family, unit) => {
  it('is found by its model and serial number, at night as well', () => {
    const test = openHome(link, 3)
    test.turn(test.untilMs - 5_000)
    const found = finish(probeEndpoint([1, 0, 2, 247]), client(test.home, family))
    expect(found[0]).toMatchObject({ profileId: family.profileId, unit, serial: test.serial, why: 'model' })
  })

  it('shows what flows in its house, both ways, at any hour of any sky', () => {
    const seen = { import: 0, export: 0, charge: 0, discharge: 0 }
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
        const test = openHome(link, seed)
        const ask = client(test.home, family)
        const [candidate] = finish(probeEndpoint([unit]), ask)
        if (candidate === undefined) throw new Error('not found')
        const reader = finish(openDevice(candidate), ask)
        if (reader === undefined || 'otherSerial' in reader) throw new Error('not opened')
        for (const atMs of instantsOf(test)) {
          const moment = test.turn(atMs)
          const [decoded] = readRound(reader, ask)
          for (const [quantity, value, step] of expected(moment))
            expect(
              Math.abs((decoded?.values[quantity] ?? Number.NaN) - value),
              `${quantity} ${value}`,
            ).toBeLessThanOrEqual(step)
          expect(decoded?.values.acFrequencyHz).toBeCloseTo(50, 0)
          const { flows } = moment.powers
          for (const flow of ['import', 'export', 'charge', 'discharge'] as const)
            if (flows[`${flow}W`] > 5) seen[flow] += 1
        }
      }),
      { numRuns: 3 },
    )
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0)
  })
})

it('a unit that the device does not have stays silent, a register too far is refused', () => {
  const { home } = openHome('goodwe', 1)
  const answer = answerNative(home, goodwe)
  expect(answer({ unit: 1, fn: 3, address: 35_100, count: 10 })).toBeUndefined()
  expect(answer({ unit: 247, fn: 3, address: 9_000, count: 10 })).toEqual({ exception: 2 })
})
