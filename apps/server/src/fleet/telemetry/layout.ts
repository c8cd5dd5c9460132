import { mayHoldBattery } from '@heliograph/domain/counter-meaning.ts'
import { type Flow, flowCounters, flows } from '@heliograph/domain/energy-flow.ts'
import { estimableFlows, estimateOf, type FlowPowers, powersOf } from '@heliograph/domain/power-energy.ts'
import { getQuantity, type QuantityId, type RollUp } from '@heliograph/domain/quantities.ts'

export type Column = Readonly<{
  id: QuantityId
  rollUp: RollUp
  /** The period's value comes from pairs of readings, not from single ones. */
  isSequence: boolean
  /** Columns of the device's own "today" and "yesterday" of the same meter, or -1. */
  today: number
  yesterday: number
  /** The plant's energy that this counter carries. */
  flow: Flow | undefined
  /** It holds energy integrated from a power. */
  isEstimate: boolean
}>

/** Energy that is integrated while the device has no counter of it. All are columns; `counter` -1: there is none. */
export type Integral = Readonly<{
  column: number
  counter: number
  powers: readonly number[]
  sign: FlowPowers['sign']
  flow: Flow
}>

/** The meaning of a device's list, column by column. */
export type Layout = Readonly<{
  ids: readonly QuantityId[]
  columns: readonly Column[]
  /** Columns with a total: each represents a meter (domain/meter.ts). */
  meters: readonly number[]
  indexOf: ReadonlyMap<string, number>
  integrals: readonly Integral[]
  /** Flows that only a power measures, and for whose energy there is no column yet. */
  estimable: readonly Flow[]
  /** Columns of an inverter with cells and a battery, -1: it has none. */
  hybrid?: Readonly<Record<'generation' | 'charge' | 'discharge' | 'pv' | 'battery', number>>
}>

const todayOf = new Map<string, string>(flows.map((flow) => [flowCounters[flow].total, flowCounters[flow].today]))
for (let n = 1; n <= 4; n++) todayOf.set(`pv${n}TotalWh`, `pv${n}TodayWh`)
const totalOf = new Map([...todayOf].map(([total, today]) => [today, total]))
/** The total of the meter whose "today" a quantity is; its column holds the energy, even if the device has no total. */
export const findTotalOf = (today: QuantityId): QuantityId | undefined => totalOf.get(today) as QuantityId | undefined
const flowOf = new Map<string, Flow>(
  flows.flatMap((flow) => [flowCounters[flow].total, estimateOf[flow]].map((id) => [id, flow] as const)),
)

// Keyed by identity: callers cache a device's list, and building a layout costs more than a sample may.
const layouts = new WeakMap<readonly QuantityId[], Layout>()
// Devices of a model have the same list: one layout for all of them stays in the processor's cache.
const byList = new Map<string, Layout>()
const MOST_LISTS = 10_000

export function layoutOf(ids: readonly QuantityId[]): Layout {
  const known = layouts.get(ids)
  if (known) return known
  const list = ids.join()
  const layout = byList.get(list) ?? makeLayout([...ids])
  if (byList.size >= MOST_LISTS) byList.clear()
  byList.set(list, layout)
  layouts.set(ids, layout)
  return layout
}

function makeLayout(ids: readonly QuantityId[]): Layout {
  const indexOf = new Map<string, number>(ids.map((id, index) => [id, index]))
  const columns = ids.map((id): Column => {
    const { rollUp, isEstimate = false } = getQuantity(id)
    return {
      id,
      rollUp,
      isSequence: rollUp === 'increment' || rollUp === 'share',
      today: indexOf.get(todayOf.get(id) ?? '') ?? -1,
      yesterday: id === flowCounters.generation.total ? (indexOf.get('generationYesterdayWh') ?? -1) : -1,
      flow: flowOf.get(id),
      isEstimate,
    }
  })
  const meters = columns.flatMap(({ rollUp, isEstimate }, column) =>
    rollUp === 'increment' && !isEstimate ? [column] : [],
  )
  // The energy that a hybrid's battery took and gave must be known first.
  const generation = indexOf.get(flowCounters.generation.total) ?? -1
  meters.sort((a, b) => Number(a === generation) - Number(b === generation))
  const find = (id: QuantityId): number => indexOf.get(id) ?? -1
  const [charge, discharge] = [find(flowCounters.charge.total), find(flowCounters.discharge.total)]
  const hybrid = { generation, charge, discharge, pv: find('pvPowerW'), battery: find('batteryPowerW') }
  const integrals = flows.flatMap((flow): Integral[] => {
    const column = find(estimateOf[flow])
    const powers = powersOf(flow, ids)
    if (column < 0 || powers === undefined) return []
    const counter = find(flowCounters[flow].total)
    return [{ column, counter, powers: powers.quantities.map(find), sign: powers.sign, flow }]
  })
  const estimable = estimableFlows(ids).filter((flow) => !indexOf.has(estimateOf[flow]))
  return { ids, columns, meters, indexOf, integrals, estimable, ...(mayHoldBattery(ids) && { hybrid }) }
}

/** Where the readings of a device's meters stand, and the powers that are integrated or tell what a counter means. */
export function meterColumns({ columns, meters, hybrid, integrals }: Layout): readonly number[] {
  const ofMeters = meters.flatMap((meter) => [meter, columns[meter]?.today ?? -1, columns[meter]?.yesterday ?? -1])
  const powers = integrals.flatMap((integral) => integral.powers)
  const all = [...ofMeters, ...powers, hybrid?.pv ?? -1, hybrid?.battery ?? -1]
  return [...new Set(all)].filter((column) => column >= 0)
}
