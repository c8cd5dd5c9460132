import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { CallFailure } from '../../../api/failure.ts'
import { type ImportBetween, type ImportOrder, type ImportOverlap, startImport } from '../../../api/imports.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { SettingCard } from '../../../ui/setting.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { useAction } from '../../../ui/use-action.ts'
import { FileDrop, FilesButton } from './file-drop.tsx'
import { FileRow, isUndecided } from './file-row.tsx'
import type { ImportFile, ReadFile } from './import-file.ts'
import styles from './import-page.module.css'
import { importsQuery, previewQuery } from './import-queries.ts'
import { PreviewPart } from './preview-part.tsx'
import type { useImportFiles } from './use-import-files.ts'

/** Of more ready files only their number is shown. */
const MOST_ROWS = 8

/** The chosen files, what they add together, and the press that imports them. */
export function FilesCard({ chosen }: Readonly<{ chosen: ReturnType<typeof useImportFiles> }>) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const client = useQueryClient()
  const { running, run } = useAction()
  const { files, add, put, remove, clear } = chosen
  const [overlap, setOverlap] = useState<ImportOverlap>('keep')
  const [between, setBetween] = useState<ImportBetween | null>(null)
  const read = useMemo(
    () => files.filter((item): item is ReadFile => item.state === 'read' && item.mapping.columns.length > 0),
    [files],
  )
  const order = useMemo(
    (): ImportOrder => ({ files: read.map(({ file, mapping }) => ({ id: file.id, mapping })), overlap, between }),
    [read, overlap, between],
  )
  const isReading = files.some(({ state }) => state === 'reading')
  const preview = useQuery(previewQuery(plantId, order, isReading))
  const isGone = preview.error instanceof CallFailure && preview.error.code === 'NOT_FOUND'
  useEffect(() => {
    if (!isGone) return
    showToast(text('imports.gone'), 'warn')
    clear()
  }, [isGone, text, clear])
  const isCurrent = !preview.isPlaceholderData
  const isMostUnread = (key: number): boolean => {
    const at = read.findIndex((item) => item.key === key)
    return isCurrent && preview.data?.files[at]?.isMostUnread === true
  }
  const isReady = (item: ImportFile): boolean => item.state === 'read' && !isUndecided(item, isMostUnread(item.key))
  const ready = files.filter(isReady)
  // Of many files those that need nothing stand behind the others, and what they add is near.
  const isFolded = ready.length > MOST_ROWS
  const toRow = (item: ImportFile) => (
    <FileRow
      key={item.state === 'read' ? `${item.key} ${item.file.mapping.headLine}` : item.key}
      item={item}
      isAlone={files.length === 1}
      isMostUnread={isMostUnread(item.key)}
      onPut={put}
      onRemove={() => remove(item.key)}
    />
  )
  const isConflict = isCurrent && (preview.data?.conflictDays ?? 0) > 0 && between === null
  const isBlocked = isConflict || files.some((item) => item.state !== 'reading' && !isReady(item))
  const isEmpty = !isBlocked && preview.data?.records === 0
  const start = () =>
    run(
      'start',
      async () => {
        await startImport(plantId, order)
        await client.invalidateQueries({ queryKey: importsQuery(plantId).queryKey })
        clear()
      },
      text('imports.started'),
    )
  const take = (more: readonly File[]): void => void add(more)
  return (
    <FileDrop onFiles={take}>
      <SettingCard
        title={text('imports.files')}
        aside={
          <>
            <FilesButton onFiles={take} />
            <Button size="s" onClick={clear}>
              {text('imports.other')}
            </Button>
          </>
        }
      >
        <ul className={styles.importFiles}>{(isFolded ? files.filter((item) => !isReady(item)) : files).map(toRow)}</ul>
        {isFolded && (
          <details className={styles.importFolded}>
            <summary>{text('imports.files.ready', { files: ready.length })}</summary>
            <ul className={styles.importFiles}>{ready.map(toRow)}</ul>
          </details>
        )}
        {read.length > 0 && (
          <PreviewPart
            preview={preview}
            names={read.map(({ name }) => name)}
            choice={{ overlap, between }}
            onOverlap={setOverlap}
            onBetween={setBetween}
          />
        )}
        <div className={styles.importStart}>
          <Button
            kind="primary"
            icon="check"
            busy={running === 'start'}
            disabled={
              isBlocked || isReading || preview.isFetching || !preview.data || preview.error !== null || isEmpty
            }
            onClick={() => void start()}
          >
            {text('imports.start')}
          </Button>
          {isBlocked && <span role="status">{text('imports.blocked')}</span>}
          {isEmpty && <span role="status">{text('imports.preview.nothing')}</span>}
        </div>
      </SettingCard>
    </FileDrop>
  )
}
