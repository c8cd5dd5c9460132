import type { GroupShape, ModuleGrid } from '@heliograph/domain/module-layout/module-grid.ts'

export type GridSource = 'photo' | 'file' | 'template'
/** A group that stands in the layout: its name as the page shows it, and its size. */
export type KnownGroup = Readonly<{ id: number; name: string; rows: number; columns: number }>
/** What the editor does with it: a new group of this shape, or serial numbers for a group that stands. */
export type TakenGrid = Readonly<{ grid: ModuleGrid; target: 'new' | number; shape: GroupShape }>

export type GridPartProps = Readonly<{
  groups: readonly KnownGroup[]
  /** The group that is chosen in the editor. */
  chosen: number | undefined
  /** Serial numbers of the plant's devices. */
  known: ReadonlySet<string>
  onTake: (taken: readonly TakenGrid[]) => void
}>
