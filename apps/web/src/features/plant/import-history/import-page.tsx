import { useState } from 'react'
import type { UploadedFile } from '../../../api/imports.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { RefusedPage } from '../../../shell/refused-page.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { cx } from '../../../ui/class-names.ts'
import { FileCard } from './file-card.tsx'
import styles from './import-page.module.css'
import { ImportsCard } from './imports-card.tsx'
import { MappingCard } from './mapping-card.tsx'

/** Adds a history from a file: choose it, say what its columns are, look at what it adds. */
export function ImportPage() {
  const { text } = useText()
  const { can } = useCurrentPlant()
  const [file, setFile] = useState<UploadedFile>()
  if (!can('editPlant')) return <RefusedPage right="editPlant" isPlants part />
  return (
    <div className="page">
      <header>
        <h2>{text('shell.plant.import')}</h2>
        <p className="muted">{text('imports.answer')}</p>
      </header>
      <div className={cx('span-8', styles.importColumn)}>
        {file === undefined ? (
          <FileCard onUploaded={setFile} />
        ) : (
          <MappingCard key={file.id} file={file} onDone={() => setFile(undefined)} />
        )}
      </div>
      <div className={cx('span-4', styles.importColumn)}>
        <ImportsCard />
      </div>
    </div>
  )
}
