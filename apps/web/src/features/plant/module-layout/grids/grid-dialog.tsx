import { useText } from '../../../../texts/use-text.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FilePart } from './file-part.tsx'
import { PhotoPart } from './photo-part.tsx'
import type { GridPartProps, GridSource, TakenGrid } from './taken-grid.ts'
import { TemplatePart } from './template-part.tsx'

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
