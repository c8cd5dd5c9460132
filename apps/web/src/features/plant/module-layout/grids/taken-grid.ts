import type { GroupShape, ModuleGrid } from '@heliograph/domain/module-layout/module-grid.ts'

export type GridSource = 'photo' | 'file' | 'template'
/** A group that stands in the layout: its name as the page shows it, and its size. */
export type KnownGroup = Readonly<{ id: number; name: string; rows: number; columns: number }>
/** A grid and its target in the editor: a new group of this shape, or serial numbers for a group that stands. */
export type TakenGrid = Readonly<{ grid: ModuleGrid; target: 'new' | number; shape: GroupShape }>

export type GridPartProps = Readonly<{
  groups: readonly KnownGroup[]
  /** The group that is chosen in the editor. */
  chosen: number | undefined
  /** Serial numbers of the plant's devices. */
  known: ReadonlySet<string>
  onTake: (taken: readonly TakenGrid[]) => void
}>

/** The chosen group where it has the same rows and columns, else a new one. */
export function usualTarget(
  groups: readonly KnownGroup[],
  chosen: number | undefined,
  size: Readonly<{ rows: number; columns: number }> | undefined,
): 'new' | number {
  const group = groups.find(({ id }) => id === chosen)
  return group && group.rows === size?.rows && group.columns === size.columns ? group.id : 'new'
}
