import { type Accumulator, emptyAccumulator } from './accumulator.ts'
import type { Period } from './calendar.ts'
import type { DeviceState } from './device-state.ts'
import type { Layout } from './layout.ts'
import type { Ledger, RollupResolution } from './ledger.ts'
import type { DeviceMeta } from './sample.ts'

/** The books of one device during a batch: its state, and the ledger of closed periods. */
export type Book = Readonly<{
  device: DeviceMeta
  layout: Layout
  state: DeviceState
  ledger: Ledger
  isAccepted: IsAccepted
  /** Of the device's row as it was read (device-state.ts); empty for a row that nothing is stored in. */
  revision: Buffer
}>

/** Whether a person accepted the refused rise of a counter that ends at an instant. */
export type IsAccepted = (column: number, atMs: number) => boolean
/** New readings, without decisions of people. */
export const noneAccepted: IsAccepted = () => false

/** Everything that a contribution to an hour enters: the open accumulators, or changes to closed periods. */
export function targetsOf(book: Book, period: Period): readonly Accumulator[] {
  const { state } = book
  if (period.hourStartMs === state.hourStartMs) return [state.hour]
  const hour = changeOf(book, 'h', period.hourStartMs)
  if (period.dayStartMs === state.dayStartMs) return [hour, state.day]
  return [
    hour,
    changeOf(book, 'd', period.dayStartMs),
    changeOf(book, 'm', period.monthStartMs),
    changeOf(book, 'y', period.yearStartMs),
  ]
}

export function changeOf({ device, layout, ledger }: Book, resolution: RollupResolution, startMs: number): Accumulator {
  const { plantId, deviceId } = device
  const key = `${deviceId} ${resolution}${startMs}`
  let change = ledger.rollups.get(key)
  if (!change) {
    const part = emptyAccumulator(layout.columns.length)
    change = { plantId, deviceId, resolution, startMs, layout, part }
    ledger.rollups.set(key, change)
  }
  return change.part
}
