import { type Flow, flows } from './energy-flow.ts'
import { hasCounter, powersOf } from './power-energy.ts'
import type { QuantityId } from './quantities.ts'

/**
 * Roles of a meter: the connection point, consumption, or the production of the inverters behind it. other: it belongs
 * to another plant, so nothing of it counts here.
 */
export const meterRoles = ['grid', 'load', 'generation', 'other'] as const
export type MeterRole = (typeof meterRoles)[number]

/** Powers of either sign, which a device may say the other way around. */
export const turnablePowers = ['grid', 'battery'] as const
export type TurnablePower = (typeof turnablePowers)[number]

const powerOf = { grid: 'gridPowerW', battery: 'batteryPowerW' } as const satisfies Record<TurnablePower, QuantityId>

/** How a device is wired, as its owner says. Roles, transformers and directions are those of meters. */
export type MeterWiring = Readonly<{
  /** null: not said, so the plant's devices decide. */
  role: MeterRole | null
  /** Of the current transformer (CT): all its powers and energies are multiplied by it. > 0; 1: none. */
  ratio: number
  /** Its import is an export: the transformer faces the other way. */
  isReversed: boolean
  /** Powers whose sign is the opposite of what the device says; its counters are named, and have none. */
  turned?: readonly TurnablePower[]
}>

/** A meter without any entry. */
export const plainWiring: MeterWiring = { role: null, ratio: 1, isReversed: false }

/** Whether a wiring leaves the readings as they are. */
export const isPlain = ({ role, ratio, isReversed, turned = [] }: MeterWiring): boolean =>
  role === null && ratio === 1 && !isReversed && turned.length === 0

/** 1, or -1 for a power that is turned. */
export const signOf = (wiring: MeterWiring | undefined, quantity: QuantityId): 1 | -1 =>
  wiring?.turned?.some((power) => powerOf[power] === quantity) ? -1 : 1

/** From a flow that the meter's counter is named after to the flow of the plant to which it adds. */
export type CountsAs = Readonly<Partial<Record<Flow, Flow>>>

type Tells = (flow: Flow, quantities: readonly QuantityId[]) => boolean
/** By a counter, or else by a power. */
const measures: Tells = (flow, quantities) => hasCounter(flow, quantities) || powersOf(flow, quantities) !== undefined

/**
 * The plant's flows to which a meter's counters can add. At the connection point import is import. Before a consumer
 * what it imports is consumed; behind inverters what it exports was produced, unless it counts generation or load
 * itself.
 * @param quantities of the meter
 * @param tells which of the meter's flows matter: all that it measures, or those that it counts
 */
export function countsAs(
  { role, isReversed, turned = [] }: MeterWiring,
  quantities: readonly QuantityId[],
  tells: Tells = measures,
): CountsAs {
  if (role === 'other') return {}
  const counted = flows.filter((flow) => tells(flow, quantities))
  // Energy that follows from a power has its sign; a counter has none.
  const byPower = (flow: Flow): Flow | undefined => {
    const power = hasCounter(flow, quantities) ? undefined : turned.find((item) => directionsOf[item].includes(flow))
    const target = power && opposite[flow]
    return target && hasCounter(target, quantities) ? undefined : (target ?? flow)
  }
  const turn = (flow: Flow): Flow => (isReversed ? (reversed[flow] ?? flow) : flow)
  if (role === null || role === 'grid')
    return Object.fromEntries(
      counted.flatMap((flow) => {
        const target = byPower(flow)
        return target === undefined ? [] : [[flow, turn(target)]]
      }),
    )
  const own = role
  const other = turn(role === 'load' ? 'import' : 'export')
  // A counter of the other one comes before a power of its own.
  const wanted = [own, other]
  const fallback = role === 'generation' ? [other] : wanted
  const counter = wanted.find((flow) => hasCounter(flow, quantities)) ?? fallback.find((flow) => counted.includes(flow))
  return counter !== undefined && counted.includes(counter) ? { [counter]: own } : {}
}

const reversed: Partial<Readonly<Record<Flow, Flow>>> = { import: 'export', export: 'import' }
const opposite: typeof reversed = { ...reversed, charge: 'discharge', discharge: 'charge' }
const directionsOf: Readonly<Record<TurnablePower, readonly Flow[]>> = {
  grid: ['import', 'export'],
  battery: ['charge', 'discharge'],
}

/** A power of a meter and the factor that makes it a power of its role, by the sign convention of quantities.ts. */
export type MeterPower = Readonly<{ quantity: QuantityId; factor: number }>

/** The power that a meter measures in a role; undefined: it reports none. @param quantities of the meter */
export function meterPower(wiring: MeterWiring, quantities: readonly QuantityId[]): MeterPower | undefined {
  const { role, ratio, isReversed } = wiring
  if (role === 'other') return undefined
  if (role === 'load' && quantities.includes('loadPowerW')) return { quantity: 'loadPowerW', factor: ratio }
  if (!quantities.includes('gridPowerW')) return undefined
  const sign = (role === 'generation' ? -1 : 1) * (isReversed ? -1 : 1) * signOf(wiring, 'gridPowerW')
  return { quantity: 'gridPowerW', factor: sign * ratio }
}
