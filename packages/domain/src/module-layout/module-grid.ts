import { freeCorner } from './geometry.ts'
import {
  type LayoutGroup,
  type LayoutModule,
  MOST_LAYOUT_MODULES,
  type ModuleLayout,
  nextId,
  usualModule,
} from './layout.ts'
import { TakenSources } from './sources.ts'

/** One cell that was read from a picture or a file; rows and columns from 0. */
export type GridCell = Readonly<{
  row: number
  column: number
  /** null: a module whose serial number is not known. */
  serial: string | null
  /** The input of the device, from 1; without it the device has this module alone. */
  port?: number | null
  /** Something is there that could not be read. */
  error?: 'RECOGNITION_ERROR'
}>

/** Result of recognition and import: a cell that is not listed is an empty place. */
export type ModuleGrid = Readonly<{ rows: number; columns: number; cells: readonly GridCell[] }>

/** taken: another module has that serial number and input. noModule: the group has none in that cell. */
export type SkippedCell = Readonly<{ cell: GridCell; why: 'taken' | 'noModule' | 'tooMany' }>
export type PlacedGrid = Readonly<{
  layout: ModuleLayout
  groupId: number
  /** Serial numbers that modules have now. */
  placed: number
  skipped: readonly SkippedCell[]
}>

/** Properties of a new group and its modules besides their places. */
export type GroupShape = Partial<Omit<LayoutGroup, 'id'>>
export type ModuleShape = Partial<Pick<LayoutModule, 'model' | 'ratedWp'>>

/**
 * A new group with a module in each listed cell. A module whose serial number is taken comes without it.
 * @param shape what is known of the group; the rest is usual
 */
export function addGrid(
  layout: ModuleLayout,
  grid: ModuleGrid,
  shape: GroupShape = {},
  module: ModuleShape = {},
): PlacedGrid {
  const groupId = nextId(layout.groups)
  const group: LayoutGroup = { ...usualGroup, ...freeCorner(layout), ...shape, id: groupId }
  const taken = new TakenSources(layout.modules)
  const skipped: SkippedCell[] = []
  const added: LayoutModule[] = []
  const firstId = nextId(layout.modules)
  let placed = 0
  for (const cell of grid.cells) {
    if (layout.modules.length + added.length >= MOST_LAYOUT_MODULES) {
      skipped.push({ cell, why: 'tooMany' })
      continue
    }
    const source = sourceOf(cell)
    const isFree = source !== undefined && taken.take(source)
    if (isFree) placed++
    else if (source !== undefined) skipped.push({ cell, why: 'taken' })
    added.push({
      id: firstId + added.length,
      groupId,
      row: cell.row,
      column: cell.column,
      turned: false,
      serial: isFree ? source.serial : null,
      port: isFree ? source.port : null,
      string: null,
      model: '',
      ratedWp: null,
      ...module,
    })
  }
  const whole = { ...layout, groups: [...layout.groups, group], modules: [...layout.modules, ...added] }
  return { layout: whole, groupId, placed, skipped }
}

/**
 * Puts serial numbers on the modules of a group by row and column. Cells without a serial number change nothing; a
 * module whose old serial number went to another loses it.
 */
export function placeSerials(layout: ModuleLayout, groupId: number, grid: ModuleGrid): PlacedGrid {
  const wanted = new Map(grid.cells.flatMap((cell) => (cell.serial === null ? [] : [[cellKey(cell), cell] as const])))
  const cellOf = (module: LayoutModule) => (module.groupId === groupId ? wanted.get(cellKey(module)) : undefined)
  const taken = new TakenSources(layout.modules.filter((module) => cellOf(module) === undefined))
  const skipped: SkippedCell[] = []
  const found = new Map<number, GridCell>()
  const options = new Map<number, Readonly<{ serial: string | null; port: number | null }>>()
  for (const module of layout.modules) {
    const cell = cellOf(module)
    if (cell === undefined) continue
    found.set(module.id, cell)
    const source = sourceOf(cell)
    if (source !== undefined && taken.take(source)) options.set(module.id, source)
    else skipped.push({ cell, why: 'taken' })
  }
  const placed = options.size
  for (const { id, serial, port } of layout.modules)
    if (found.has(id) && !options.has(id) && serial !== null && !taken.take({ serial, port }))
      options.set(id, { serial: null, port: null })
  const here = new Set([...found.values()])
  for (const cell of wanted.values()) if (!here.has(cell)) skipped.push({ cell, why: 'noModule' })
  const modules = layout.modules.map((module) => ({ ...module, ...options.get(module.id) }))
  return { layout: { ...layout, modules }, groupId, placed, skipped }
}

/** Every cell of rows and columns, without serial numbers. */
export const wholeGrid = (rows: number, columns: number): ModuleGrid => ({
  rows,
  columns,
  cells: Array.from({ length: rows * columns }, (_, i) => ({
    row: Math.floor(i / columns),
    column: i % columns,
    serial: null,
  })),
})

const usualGroup: Omit<LayoutGroup, 'id' | 'xM' | 'yM'> = {
  name: '',
  azimuthDeg: null,
  tiltDeg: null,
  rotationDeg: 0,
  orientation: 'portrait',
  ...usualModule,
}

const cellKey = ({ row, column }: Readonly<{ row: number; column: number }>) => `${row}:${column}`
const sourceOf = ({ serial, port }: GridCell) => (serial === null ? undefined : { serial, port: port ?? null })
