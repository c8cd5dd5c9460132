import { mayHoldBattery } from '@heliograph/domain/counter-meaning.ts'
import { type Flow, flowCounters, flows } from '@heliograph/domain/energy-flow.ts'
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
}>

/** The meaning of a device's list, column by column. */
export type Layout = Readonly<{
  ids: readonly QuantityId[]
  columns: readonly Column[]
  /** Columns with a total: each represents a meter (domain/meter.ts). */
  meters: readonly number[]
  indexOf: ReadonlyMap<string, number>
  /** Columns of an inverter with cells and a battery, -1: it has none. */
  hybrid?: Readonly<Record<'generation' | 'charge' | 'discharge' | 'pv' | 'battery', number>>
}>

const todayOf = new Map<string, string>(flows.map((flow) => [flowCounters[flow].total, flowCounters[flow].today]))
for (let n = 1; n <= 4; n++) todayOf.set(`pv${n}TotalWh`, `pv${n}TodayWh`)
const totalOf = new Map([...todayOf].map(([total, today]) => [today, total]))
/** The total of the meter whose "today" a quantity is; its column holds the energy, even if the device has no total. */
export const findTotalOf = (today: QuantityId): QuantityId | undefined => totalOf.get(today) as QuantityId | undefined
const flowOf = new Map<string, Flow>(flows.map((flow) => [flowCounters[flow].total, flow]))

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
    const { rollUp } = getQuantity(id)
    return {
      id,
      rollUp,
      isSequence: rollUp === 'increment' || rollUp === 'share',
      today: indexOf.get(todayOf.get(id) ?? '') ?? -1,
      yesterday: id === flowCounters.generation.total ? (indexOf.get('generationYesterdayWh') ?? -1) : -1,
      flow: flowOf.get(id),
    }
  })
  const meters = columns.flatMap(({ rollUp }, column) => (rollUp === 'increment' ? [column] : []))
  // What a hybrid's battery took and gave must be known first.
  const generation = indexOf.get(flowCounters.generation.total) ?? -1
  meters.sort((a, b) => Number(a === generation) - Number(b === generation))
  const find = (id: QuantityId): number => indexOf.get(id) ?? -1
  const [charge, discharge] = [find(flowCounters.charge.total), find(flowCounters.discharge.total)]
  const hybrid = { generation, charge, discharge, pv: find('pvPowerW'), battery: find('batteryPowerW') }
  return { ids, columns, meters, indexOf, ...(mayHoldBattery(ids) && { hybrid }) }
}
