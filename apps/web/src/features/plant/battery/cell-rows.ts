/** The cells of each module, their place between the ends of all, and the ends of each module. */
import type { Battery } from '../../../api/batteries.ts'

export type CellView = 'voltage' | 'temperature'

export type ShownCell = Readonly<{
  number: number
  value: number
  /** 0 the lowest of all cells, 1 the highest. */
  share: number
  /** An end of its module; where its cells are nearly equal none is. */
  end: 'highest' | 'lowest' | undefined
}>

/** Below this the ends of a module are noise, V and °C. */
const leastSpread: Readonly<Record<CellView, number>> = { voltage: 0.0045, temperature: 0.95 }

/** Batteries without such cells are left out. */
export function toCellRows(
  batteries: readonly Battery[],
  view: CellView,
): readonly Readonly<{ battery: Battery; cells: readonly ShownCell[] }>[] {
  const rows = batteries.flatMap((battery) => {
    const cells = battery.cells.flatMap(({ number, voltageV, temperatureC }) => {
      const value = view === 'voltage' ? voltageV : temperatureC
      return value === null ? [] : [{ number, value }]
    })
    return cells.length === 0 ? [] : [{ battery, cells }]
  })
  const all = rows.flatMap(({ cells }) => cells.map(({ value }) => value))
  const [least, most] = [Math.min(...all), Math.max(...all)]
  return rows.map(({ battery, cells }) => {
    const values = cells.map(({ value }) => value)
    const [low, high] = [Math.min(...values), Math.max(...values)]
    const endOf = (value: number): ShownCell['end'] =>
      high - low < leastSpread[view] ? undefined : value === high ? 'highest' : value === low ? 'lowest' : undefined
    return {
      battery,
      cells: cells.map((cell) => ({
        ...cell,
        share: most > least ? (cell.value - least) / (most - least) : 0.5,
        end: endOf(cell.value),
      })),
    }
  })
}
