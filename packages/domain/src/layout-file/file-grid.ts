import type { GridCell, ModuleGrid } from '../module-layout/module-grid.ts'

/** A group of modules that a file describes. */
export type FileGrid = ModuleGrid &
  Readonly<{
    /** Name in the file; empty: it has none. */
    name: string
    /** Serial numbers of the group that have no cell: their place is missing, unreadable, or another one's. */
    beside: readonly string[]
  }>

/** A serial number on more modules than this is none: it names a model. */
export const MOST_MODULES_OF_DEVICE = 8
/** More than this is no plant: such a file is refused. */
export const MOST_FILE_MODULES = 3_000
export const MOST_FILE_GROUPS = 60

/** Gives a serial number that stands in several cells (an optimizer for two modules) inputs in the order of the cells. */
export function numberInputs(cells: readonly GridCell[]): readonly GridCell[] {
  const counts = new Map<string, number>()
  for (const { serial } of cells) if (serial !== null) counts.set(serial, (counts.get(serial) ?? 0) + 1)
  const next = new Map<string, number>()
  return cells.map((cell) => {
    if (cell.serial === null || (cell.port ?? null) !== null || (counts.get(cell.serial) ?? 0) < 2) return cell
    const port = (next.get(cell.serial) ?? 0) + 1
    next.set(cell.serial, port)
    return { ...cell, port }
  })
}
