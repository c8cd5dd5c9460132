import type { GroupShape, ModuleGrid } from '@heliograph/domain/module-layout/module-grid.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FilePart } from './file-part.tsx'
import { PhotoPart } from './photo-part.tsx'
import { TemplatePart } from './template-part.tsx'

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

/** Modules from a photo or a file, looked through before the editor takes them; or the paper for the photo. */
export function GridDialog({
  source,
  onClose,
  onTake,
  ...rest
}: GridPartProps & Readonly<{ source: GridSource; onClose: () => void }>) {
  const { text } = useText()
  const take = (taken: readonly TakenGrid[]): void => {
    onTake(taken)
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title={text(`layout-photo.${source}`)} width={source === 'template' ? 520 : 1180}>
      {source === 'photo' && <PhotoPart {...rest} onTake={take} />}
      {source === 'file' && <FilePart {...rest} onTake={take} />}
      {source === 'template' && <TemplatePart {...rest} />}
    </Dialog>
  )
}
