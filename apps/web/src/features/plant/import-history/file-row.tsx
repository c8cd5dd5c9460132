import { useState } from 'react'
import type { UploadedFile } from '../../../api/imports.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SettingRow } from '../../../ui/setting.tsx'
import type { ImportFile, ReadFile } from './import-file.ts'
import styles from './import-page.module.css'
import { MappingPart } from './mapping-part.tsx'
import { QuestionsPart } from './questions-part.tsx'
import { SavedPart } from './saved-part.tsx'

type FileProps = Readonly<{
  item: ImportFile
  /** It is the only one. */
  isAlone: boolean
  isMostUnread: boolean
  onPut: (item: ImportFile) => void
  onRemove: () => void
}>

/** A file with its state: recognized, open, or refused; below it what a person can decide. */
export function FileRow({ item, isAlone, isMostUnread, onPut, onRemove }: FileProps) {
  const { text } = useText()
  const isOpen = item.state === 'read' && isUndecided(item, isMostUnread)
  const mark = item.state === 'reading' ? 'clock' : item.state === 'refused' || isOpen ? 'warning' : 'check'
  return (
    <li>
      <SettingRow
        icon={mark}
        {...(mark === 'clock' ? {} : { tone: mark === 'check' ? ('ok' as const) : ('warn' as const) })}
        title={item.name}
        hint={
          <span role="status">
            {item.state === 'reading' && text('imports.file.reading')}
            {item.state === 'refused' && item.reason}
            {item.state === 'read' && <Known item={item} isOpen={isOpen} />}
          </span>
        }
      >
        {item.state !== 'reading' && (
          <Button size="s" onClick={onRemove} label={`${text('imports.forget')}: ${item.name}`}>
            {text('imports.forget')}
          </Button>
        )}
      </SettingRow>
      {item.state === 'read' && <Decisions item={item} isAlone={isAlone} isMostUnread={isMostUnread} onPut={onPut} />}
    </li>
  )
}

export const isUndecided = ({ mapping }: ReadFile, isMostUnread: boolean): boolean =>
  isMostUnread || mapping.questions.length > 0 || mapping.columns.length === 0

function Known({ item: { file }, isOpen }: Readonly<{ item: ReadFile; isOpen: boolean }>) {
  const { text } = useText()
  return (
    <>
      <b>{text(isOpen ? 'imports.file.open' : 'imports.file.ready')}</b>
      {` · ${text('imports.file.rows', { rows: file.rowCount })}`}
      {file.format && (
        <>
          <br />
          {text('imports.format', { maker: file.format.maker, variant: file.format.variant })}
        </>
      )}
    </>
  )
}

function Decisions({
  item,
  isAlone,
  isMostUnread,
  onPut,
}: Readonly<{ item: ReadFile; isAlone: boolean; isMostUnread: boolean; onPut: (item: ImportFile) => void }>) {
  const { text } = useText()
  const { file, mapping } = item
  const change = (next: ReadFile['mapping']): void => onPut({ ...item, mapping: next })
  // A file that nobody knows is looked at; one of a known maker need not be.
  const [isShown, setShown] = useState(isAlone && file.format === null)
  return (
    <div className={styles.importDecisions}>
      <SavedPart file={file} onChange={change} />
      <QuestionsPart file={file} mapping={mapping} onChange={change} />
      {isMostUnread && <Notice tone="fault">{text('imports.unread.most')}</Notice>}
      {mapping.columns.length === 0 && <Notice tone="warn">{text('imports.columns.none')}</Notice>}
      <details open={isShown} onToggle={(event) => setShown(event.currentTarget.open)}>
        <summary>{text('imports.file.columns')}</summary>
        {isShown && (
          <MappingPart
            file={file}
            mapping={mapping}
            onChange={change}
            onOpen={(next: UploadedFile) => onPut({ ...item, file: next, mapping: next.mapping })}
          />
        )}
      </details>
    </div>
  )
}
