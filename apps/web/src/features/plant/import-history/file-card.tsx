import { importBounds } from '@heliograph/domain/import-bounds.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { FileDrop, FilesButton } from './file-drop.tsx'
import styles from './import-page.module.css'

/** Takes files from a dialog, or dropped here. */
export function FileCard({ onFiles }: Readonly<{ onFiles: (files: readonly File[]) => void }>) {
  const { text } = useText()
  return (
    <Card title={text('imports.files')}>
      <FileDrop className={styles.importDrop} onFiles={onFiles}>
        <Icon name="table" size={28} />
        <p>{text('imports.file.hint')}</p>
        <p>{text('imports.file.most', { files: importBounds.files, all: importBounds.bytes / 1e6 })}</p>
        <FilesButton onFiles={onFiles} primary />
      </FileDrop>
    </Card>
  )
}
