import type { LayoutGroup, LayoutModule, ModuleLayout } from '@heliograph/domain/module-layout/layout.ts'
import { addGrid, placeSerials } from '@heliograph/domain/module-layout/module-grid.ts'
import { Suspense, useMemo, useState } from 'react'
import type { LayoutDevice } from '../../../../api/module-layout.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import type { IconName } from '../../../../ui/icons.ts'
import { lazyPart } from '../../../../ui/lazy-part.ts'
import { showToast } from '../../../../ui/toast-store.ts'
import type { GridSource, KnownGroup, TakenGrid } from './taken-grid.ts'

const GridDialog = lazyPart(() => import('./grid-dialog.tsx'), 'GridDialog')
const sources: readonly Readonly<{ source: GridSource; icon: IconName }>[] = [
  { source: 'photo', icon: 'camera' },
  { source: 'file', icon: 'table' },
  { source: 'template', icon: 'print' },
]

type Given = Readonly<{
  layout: ModuleLayout
  /** The group that is chosen in the editor. */
  chosen: number | undefined
  devices: readonly LayoutDevice[]
  nameOf: (group: LayoutGroup) => string
  /** @param group the one that got something last */
  onLayout: (layout: ModuleLayout, group: number) => void
}>

/** Ways to bring modules into the layout other than by hand. */
export function GridTools({ layout, chosen, devices, nameOf, onLayout }: Given) {
  const { text } = useText()
  const [open, setOpen] = useState<GridSource>()
  const known = useMemo(() => new Set(devices.map(({ serial }) => serial)), [devices])
  const groups = useMemo(() => sizesOf(layout, nameOf), [layout, nameOf])
  const take = (taken: readonly TakenGrid[]): void => {
    const result = applyGrids(layout, taken)
    onLayout(result.layout, result.group)
    if (result.skipped > 0) showToast(text('layout-photo.skipped', { count: result.skipped }), 'warn')
  }
  return (
    <>
      {sources.map(({ source, icon }) => (
        <Button key={source} size="s" icon={icon} onClick={() => setOpen(source)}>
          {text(`layout-photo.${source}`)}
        </Button>
      ))}
      {open && (
        <Suspense>
          <GridDialog
            source={open}
            groups={groups}
            chosen={chosen}
            known={known}
            onTake={take}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

function sizesOf({ groups, modules }: ModuleLayout, nameOf: Given['nameOf']): readonly KnownGroup[] {
  const most = (own: readonly LayoutModule[], key: 'row' | 'column'): number =>
    Math.max(1, ...own.map((module) => Math.ceil(module[key]) + 1))
  return groups.map((group) => {
    const { id } = group
    const own = modules.filter(({ groupId }) => groupId === id)
    return { id, name: nameOf(group), rows: most(own, 'row'), columns: most(own, 'column') }
  })
}

/** Everything that was taken, as one step of the editor. */
export function applyGrids(
  layout: ModuleLayout,
  taken: readonly TakenGrid[],
): Readonly<{ layout: ModuleLayout; group: number; skipped: number }> {
  let now = layout
  let group = 0
  let skipped = 0
  for (const { grid, target, shape } of taken) {
    const placed = target === 'new' ? addGrid(now, grid, shape) : placeSerials(now, target, grid)
    now = placed.layout
    group = placed.groupId
    skipped += placed.skipped.length
  }
  return { layout: now, group, skipped }
}
