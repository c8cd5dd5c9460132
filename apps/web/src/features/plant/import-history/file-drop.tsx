import { type ReactNode, useId } from 'react'
import { useText } from '../../../texts/use-text.tsx'
import buttonStyles from '../../../ui/button.module.css'
import { cx } from '../../../ui/class-names.ts'

type OnFiles = (files: readonly File[]) => void

/** Takes files that are dropped on it. */
export function FileDrop({
  onFiles,
  className,
  children,
}: Readonly<{ onFiles: OnFiles; className?: string | undefined; children: ReactNode }>) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be dropped here; the button in it is for everybody
    <div
      className={className}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        if (event.dataTransfer.files.length > 0) onFiles([...event.dataTransfer.files])
      }}
    >
      {children}
    </div>
  )
}

/** Takes files from a dialog. */
export function FilesButton({ onFiles, primary = false }: Readonly<{ onFiles: OnFiles; primary?: boolean }>) {
  const { text } = useText()
  const id = useId()
  return (
    <>
      <input
        id={id}
        type="file"
        multiple
        className="visually-hidden"
        accept=".csv,.txt,.tsv,.xlsx,.xls,.json,.ndjson,.jsonl,.xml,.zip,text/csv"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <label
        htmlFor={id}
        className={cx(buttonStyles.button, primary ? buttonStyles.buttonPrimary : buttonStyles.buttonS)}
        data-part="button"
      >
        <span>{text(primary ? 'imports.file.choose' : 'imports.file.add')}</span>
      </label>
    </>
  )
}
