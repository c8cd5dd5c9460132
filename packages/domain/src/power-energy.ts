/** Energy of flows that a device has no counter for: integrated from its powers, and always shown as estimated. */

import { hasBattery } from './device.ts'
import { HOUR_MS, MINUTE_MS } from './duration.ts'
import { type Flow, flowCounters, flows } from './energy-flow.ts'
import type { QuantityId } from './quantities.ts'

/** The power between readings further apart is unknown: the time is a gap, and counts nothing. */
export const MOST_APART_MS = 15 * MINUTE_MS

/** The quantity that holds the estimated energy of a flow. */
export const estimateOf = {
  generation: 'generationFromPowerWh',
  import: 'gridImportFromPowerWh',
  export: 'gridExportFromPowerWh',
  charge: 'batteryChargeFromPowerWh',
  discharge: 'batteryDischargeFromPowerWh',
  generator: 'generatorFromPowerWh',
  load: 'loadFromPowerWh',
} as const satisfies Readonly<Record<Flow, QuantityId>>

/** The quantities that hold the energy of a flow: counted, and estimated. */
export const energiesOf = (flow: Flow): readonly [QuantityId, QuantityId] => [
  flowCounters[flow].total,
  estimateOf[flow],
]

/** The powers whose sum gives the energy of a flow, where that sum has this sign. */
export type FlowPowers = Readonly<{ quantities: readonly QuantityId[]; sign: 1 | -1 }>

const single: Readonly<Partial<Record<Flow, Readonly<{ id: QuantityId; sign: 1 | -1 }>>>> = {
  import: { id: 'gridPowerW', sign: 1 },
  export: { id: 'gridPowerW', sign: -1 },
  charge: { id: 'batteryPowerW', sign: -1 },
  discharge: { id: 'batteryPowerW', sign: 1 },
  generator: { id: 'generatorPowerW', sign: 1 },
  load: { id: 'loadPowerW', sign: 1 },
}

const strings = Array.from({ length: 16 }, (_, index) => `pv${index + 1}PowerW` as QuantityId)

/**
 * The readings that sum to the production of a device: of a hybrid those of its cells, because its AC side carries the
 * battery too; of any other inverter its AC output. Empty: it reports none. @param quantities of the device
 */
export function productionPowers(quantities: readonly QuantityId[]): readonly QuantityId[] {
  const wanted: readonly QuantityId[] = hasBattery(quantities) ? ['pvPowerW'] : ['acPowerW', 'pvPowerW']
  const quantity = wanted.find((item) => quantities.includes(item))
  return quantity === undefined ? strings.filter((string) => quantities.includes(string)) : [quantity]
}

/** The powers that give the energy of a flow; undefined: the device reports none. @param quantities of the device */
export function powersOf(flow: Flow, quantities: readonly QuantityId[]): FlowPowers | undefined {
  if (flow === 'generation') {
    const powers = productionPowers(quantities)
    return powers.length === 0 ? undefined : { quantities: powers, sign: 1 }
  }
  const one = single[flow]
  return one && quantities.includes(one.id) ? { quantities: [one.id], sign: one.sign } : undefined
}

/** Whether a device counts the energy of a flow itself. @param quantities of the device */
export const hasCounter = (flow: Flow, quantities: readonly QuantityId[]): boolean =>
  quantities.includes(flowCounters[flow].total) || quantities.includes(flowCounters[flow].today)

/** The flows that a device measures by a power alone. @param quantities of the device */
export const estimableFlows = (quantities: readonly QuantityId[]): readonly Flow[] =>
  flows.filter((flow) => !hasCounter(flow, quantities) && powersOf(flow, quantities) !== undefined)

/** A power at an instant: UTC ms, W. */
export type PowerReading = Readonly<{ atMs: number; powerW: number }>

/**
 * The energy between two readings, Wh >= 0, of a power that goes evenly from the one to the other: the part with the
 * given sign. Of the mean power of an interval both ends are the same.
 */
export function energyBetween(from: PowerReading, to: PowerReading, sign: 1 | -1 = 1): number {
  const [a, b] = [sign * from.powerW, sign * to.powerW]
  const hours = (to.atMs - from.atMs) / HOUR_MS
  if (a >= 0 && b >= 0) return ((a + b) / 2) * hours
  if (a <= 0 && b <= 0) return 0
  // It turns in between: a triangle is left.
  const most = Math.max(a, b)
  return ((most * most) / (Math.abs(a) + Math.abs(b)) / 2) * hours
}

/** The power at an instant between two readings, W. */
export const powerBetween = (from: PowerReading, to: PowerReading, atMs: number): number =>
  from.powerW + ((to.powerW - from.powerW) * (atMs - from.atMs)) / (to.atMs - from.atMs)
