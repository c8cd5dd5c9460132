import { useId, useState } from 'react'
import { CallFailure } from '../../../api/failure.ts'
import { type UploadedFile, uploadHistory } from '../../../api/imports.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFailureText } from '../../../texts/use-failure-text.ts'
import { useText } from '../../../texts/use-text.tsx'
import buttonStyles from '../../../ui/button.module.css'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toBase64 } from '../../../ui/to-base64.ts'
import styles from './import-page.module.css'

const MOST_BYTES = 10_000_000

/** Takes a file from a dialog, or dropped here. */
export function FileCard({ onUploaded }: Readonly<{ onUploaded: (file: UploadedFile) => void }>) {
  const { text } = useText()
  const textOf = useFailureText()
  const { plantId } = useCurrentPlant()
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined || busy) return
    setRefused(undefined)
    if (file.size > MOST_BYTES) return setRefused(text('error.IMPORT_UNREADABLE', { reason: 'tooLarge' }))
    setBusy(true)
    try {
      const content = toBase64(new Uint8Array(await file.arrayBuffer()))
      onUploaded(await uploadHistory(plantId, file.name, content))
    } catch (failure) {
      setRefused(failure instanceof CallFailure ? textOf(failure) : text('imports.unreadable'))
      setBusy(false)
    }
  }
  return (
    <Card title={text('imports.file')}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files can be dropped here; the button below is for everybody */}
      <div
        className={styles.importDrop}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          void take(event.dataTransfer.files[0])
        }}
      >
        <Icon name="table" size={28} />
        <p>{text('imports.file.hint')}</p>
        <input
          id={id}
          type="file"
          className="visually-hidden"
          accept=".csv,.txt,.tsv,.xlsx,.xls,.json,.ndjson,.jsonl,.xml,.zip,text/csv"
          disabled={busy}
          onChange={(event) => {
            void take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <label
          htmlFor={id}
          className={cx(buttonStyles.button, buttonStyles.buttonPrimary, busy && buttonStyles.buttonBusy)}
          data-part="button"
        >
          <span>{text(busy ? 'imports.file.reading' : 'imports.file.choose')}</span>
        </label>
      </div>
      <div role="alert">{refused && <Notice tone="fault">{refused}</Notice>}</div>
    </Card>
  )
}
