import { findHttpProfile } from '@heliograph/devices/reads/http-json/profiles.ts'
import { readHttp } from '@heliograph/devices/reads/http-json/read-http.ts'
import { createMqttReader } from '@heliograph/devices/reads/mqtt/mqtt.ts'
import { readObis } from '@heliograph/devices/reads/obis/obis.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import { createMeterStream } from '@heliograph/wires/meter/stream.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LinkName } from '../plant-spec.ts'
import type { Moment } from '../readings.ts'
import { instantsOf, openHome, type TestHome } from '../testing/open-home.ts'
import { inverterMessages } from './opendtu.ts'
import { createTelegrams } from './p1-meter.ts'
import { shellyReplies } from './shelly.ts'
import { gxValues } from './victron.ts'

/** Reads drawn homes at all hours, and compares each value with the truth. */
function compare(
  link: LinkName,
  open: (test: TestHome) => (moment: Moment) => Values,
  truthOf: (moment: Moment) => readonly (readonly [keyof Values, number, number])[],
): readonly number[] {
  const grid: number[] = []
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
      const test = openHome(link, seed)
      const read = open(test)
      for (const atMs of instantsOf(test)) {
        const moment = test.turn(atMs)
        const values = read(moment)
        for (const [quantity, value, step] of truthOf(moment))
          expect(Math.abs((values[quantity] ?? Number.NaN) - value), `${quantity} ${value}`).toBeLessThanOrEqual(step)
        grid.push(moment.powers.flows.importW - moment.powers.flows.exportW)
      }
    }),
    { numRuns: 3 },
  )
  return grid
}

const atGrid = ({ powers: { flows }, now: { boundary } }: Moment) =>
  [
    ['gridPowerW', flows.importW - flows.exportW, 1.1],
    ['gridImportTotalWh', boundary.import.total, 10],
    ['gridExportTotalWh', boundary.export.total, 10],
  ] as const

function readMessages(messages: readonly (readonly [topic: string, payload: string])[]): ReadonlyMap<string, Values> {
  const reader = createMqttReader()
  for (const [topic, payload] of messages) reader.push({ topic, payload, isRetained: false }, 0)
  return new Map(reader.take(10_000).map(({ decoded }) => [decoded.deviceSerial, decoded.values]))
}

describe('devices that tell what they measure', () => {
  it('P1: the meter counts by two tariffs and has no sign', () => {
    const grid = compare(
      'p1',
      ({ home }) => {
        const write = createTelegrams(home)
        return (moment) => {
          const [read] = createMeterStream().push(Buffer.from(write(moment), 'latin1'))
          if (read === undefined) throw new Error('no telegram')
          return readObis(read.telegram).values
        }
      },
      atGrid,
    )
    expect([Math.min(...grid) < 0, Math.max(...grid) > 0]).toEqual([true, true])
  })

  it('Shelly: phases and their sum', () => {
    const profile = findHttpProfile('shelly-gen2')
    if (profile === undefined) throw new Error('no profile')
    const grid = compare(
      'shelly',
      () => (moment) => {
        const replies = shellyReplies('02AABBCCDDEE', moment)
        const named = { ident: replies['/shelly'], status: replies['/rpc/Shelly.GetStatus'] }
        return readHttp(profile, named)[0]?.decoded.values ?? {}
      },
      atGrid,
    )
    expect([Math.min(...grid) < 0, Math.max(...grid) > 0]).toEqual([true, true])
  })

  it('OpenDTU: one value per message, in Wh and kWh', () => {
    compare(
      'opendtu',
      ({ serial }) =>
        (moment) =>
          readMessages(inverterMessages(serial, moment, false)).get(serial) ?? {},
      ({ powers, now }) => [
        ['acPowerW', powers.inverters[0]?.acW ?? 0, 0.1],
        ['pvPowerW', powers.inverters[0]?.dcW ?? 0, 0.1],
        ['generationTotalWh', now.generation[0]?.total ?? 0, 1],
        ['generationTodayWh', now.generation[0]?.today ?? 0, 1],
      ],
    )
  })

  it('OpenDTU: the zeros of a morning are no totals', () => {
    const test = openHome('opendtu', 5)
    const moment = test.turn(test.untilMs - 12 * 3_600_000)
    const values = readMessages(inverterMessages(test.serial, moment, true)).get(test.serial)
    expect(values?.acPowerW).toBeGreaterThan(0)
    expect(values?.generationTotalWh).toBeUndefined()
  })

  it('Victron: grid, panels, battery and load, charging turned', () => {
    const portal = '0123456789ab'
    const powers: number[] = []
    compare(
      'victron',
      () => (moment) => {
        const messages = Object.entries(gxValues(moment)).map(
          ([path, value]) => [`N/${portal}/${path}`, JSON.stringify({ value: Math.fround(value) })] as const,
        )
        powers.push(moment.powers.flows.dischargeW - moment.powers.flows.chargeW)
        return Object.assign({}, ...readMessages(messages).values())
      },
      (moment) => [
        ...atGrid(moment),
        ['acPowerW', moment.powers.inverters[0]?.acW ?? 0, 1],
        ['generationTotalWh', moment.now.generation[0]?.total ?? 0, 12],
        ['batteryPowerW', moment.powers.flows.dischargeW - moment.powers.flows.chargeW, 1],
        ['batteryChargeTotalWh', moment.now.boundary.charge.total, 12],
        ['batteryDischargeTotalWh', moment.now.boundary.discharge.total, 12],
        ['batterySocPercent', moment.powers.socPercent ?? 0, 0.1],
        ['loadPowerW', moment.powers.loadW, 1],
      ],
    )
    expect([Math.min(...powers) < 0, Math.max(...powers) > 0]).toEqual([true, true])
  })
})
