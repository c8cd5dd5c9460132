import { getQuantity, isQuantityId, type QuantityUnit } from '../quantities.ts'
import type { AlarmParameters } from './alarm.ts'

/** Values at the moment of a finding, in the order in which they are shown. */
export const measuredNames = [
  ...([
    'value',
    'voltage',
    'phase',
    'frequency',
    'temperature',
    'spread',
    'insulation',
    'power',
    'usualPower',
  ] as const),
  ...([
    'export',
    'backup',
    'charge',
    'share',
    'lostShare',
    'difference',
    'clockAhead',
    'clockBehind',
    'sensor',
    'steps',
  ] as const),
  ...(['largestStep', 'readings', 'peak', 'limit', 'devices', 'end', 'address', 'usualAddress'] as const),
  ...(['port', 'portsBefore', 'portsNow'] as const),
] as const
export type MeasuredName = (typeof measuredNames)[number]

/** One of them: a number with its unit, or a text (an address, a day, a phase, the id of a quantity). */
export type Measured = Readonly<{ name: MeasuredName; quantity?: string }> &
  (Readonly<{ value: number; unit: QuantityUnit | 's' }> | Readonly<{ text: string }>)

const numbers: Readonly<Record<string, readonly [MeasuredName, QuantityUnit]>> = {
  voltageV: ['voltage', 'V'],
  frequencyHz: ['frequency', 'Hz'],
  temperatureC: ['temperature', '°C'],
  spreadV: ['spread', 'V'],
  insulationOhm: ['insulation', 'Ohm'],
  powerW: ['power', 'W'],
  usualW: ['usualPower', 'W'],
  exportW: ['export', 'W'],
  backupW: ['backup', 'W'],
  socPercent: ['charge', '%'],
  sharePercent: ['share', '%'],
  lostPercent: ['lostShare', '%'],
  partedPercent: ['difference', '%'],
  steps: ['steps', 'count'],
  wh: ['largestStep', 'Wh'],
  readings: ['readings', 'count'],
  peakW: ['peak', 'W'],
  limitV: ['limit', 'V'],
  limitHz: ['limit', 'Hz'],
  limitC: ['limit', '°C'],
  limitOhm: ['limit', 'Ohm'],
  limitW: ['limit', 'W'],
  limitPercent: ['limit', '%'],
  devices: ['devices', 'count'],
}
const texts: Readonly<Record<string, MeasuredName>> = {
  day: 'end',
  address: 'address',
  usual: 'usualAddress',
  port: 'port',
  portsBefore: 'portsBefore',
  portsNow: 'portsNow',
}

/**
 * The facts behind an alarm, from the parameters that its rule kept when it was found.
 * @returns in the order of `measuredNames`; parameters without meaning for a reader (ids, empty values) are left out
 */
export function listMeasured(parameters: AlarmParameters): readonly Measured[] {
  const found = Object.entries(parameters).flatMap(([name, value]) => measure(name, value, parameters))
  return found.sort((a, b) => measuredNames.indexOf(a.name) - measuredNames.indexOf(b.name))
}

function measure(name: string, value: number | string | null, all: AlarmParameters): readonly Measured[] {
  if (typeof value === 'string') {
    const named = texts[name]
    if (named !== undefined) return [{ name: named, text: value }]
    return name === 'quantity' && all.value === undefined ? [{ name: 'sensor', text: value, quantity: value }] : []
  }
  if (value === null) return []
  const [named, unit] = numbers[name] ?? []
  if (named !== undefined && unit !== undefined) return [{ name: named, value, unit }]
  if (name === 'phase') return [{ name: 'phase', text: `L${value}` }]
  if (name === 'minutes') return clock(value * 60)
  if (name === 'aheadS') return clock(value)
  const { quantity } = all
  if ((name === 'value' || name === 'threshold') && typeof quantity === 'string' && isQuantityId(quantity))
    return [{ name: name === 'value' ? 'value' : 'limit', value, unit: getQuantity(quantity).unit, quantity }]
  return []
}

const clock = (aheadS: number): readonly Measured[] =>
  aheadS === 0 ? [] : [{ name: aheadS > 0 ? 'clockAhead' : 'clockBehind', value: Math.abs(aheadS), unit: 's' }]
