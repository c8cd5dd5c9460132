import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { RefusedPage } from '../../../shell/refused-page.tsx'
import { useText } from '../../../texts/use-text.tsx'
import cardStyles from '../../../ui/card.module.css'
import { cx } from '../../../ui/class-names.ts'
import { FileCard } from './file-card.tsx'
import { FilesCard } from './files-card.tsx'
import styles from './import-page.module.css'
import { ImportsCard } from './imports-card.tsx'
import { useImportFiles } from './use-import-files.ts'

/** Adds a history from files: choose them, decide what they leave open, look at what they add. */
export function ImportPage() {
  const { text } = useText()
  const { can } = useCurrentPlant()
  const chosen = useImportFiles()
  if (!can('editPlant')) return <RefusedPage right="editPlant" isPlants part />
  return (
    <div className={cx('page', cardStyles.besideSettings)}>
      <header>
        <h2>{text('shell.plant.import')}</h2>
        <p className="muted">{text('imports.answer')}</p>
      </header>
      <div className={cx('span-8', styles.importColumn)}>
        {chosen.files.length === 0 ? (
          <FileCard onFiles={(files) => void chosen.add(files)} />
        ) : (
          <FilesCard chosen={chosen} />
        )}
      </div>
      <div className={cx('span-4', styles.importColumn)}>
        <ImportsCard />
      </div>
    </div>
  )
}
