import { getLanguage, type LanguageCode, languageCodes } from '@heliograph/domain/languages.ts'
import { type DocumentKind, documentKinds } from '@heliograph/domain/publication.ts'
import { useState } from 'react'
import { addDocument } from '../../../../api/publications.ts'
import { useLanguage } from '../../../../texts/language-context.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { ActionDialog } from '../../../../ui/action-dialog.tsx'
import { Field, SelectField, TextField } from '../../../../ui/field.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import { toBase64 } from '../../../../ui/to-base64.ts'
import styles from '../support.module.css'
import { LinkField } from './publication-fields.tsx'

const MOST_BYTES = 10 * 1024 * 1024

export function DocumentDialog({
  onSaved,
  onClose,
}: Readonly<{ onSaved: () => Promise<unknown>; onClose: () => void }>) {
  const { text } = useText()
  const { code } = useLanguage()
  const [kind, setKind] = useState<DocumentKind>('manual')
  const [language, setLanguage] = useState<LanguageCode | 'all'>(code)
  const [title, setTitle] = useState('')
  const [source, setSource] = useState<'file' | 'link'>('file')
  const [link, setLink] = useState('')
  const [file, setFile] = useState<File>()
  const [isPdf, setPdf] = useState(true)
  const isTooLarge = (file?.size ?? 0) > MOST_BYTES
  const isReady = title.trim() !== '' && (source === 'link' ? link !== '' : file !== undefined && !isTooLarge && isPdf)
  const choose = async (chosen: File | undefined): Promise<void> => {
    setFile(chosen)
    // Its name and type say nothing: a picture may be called manual.pdf.
    setPdf(chosen === undefined || (await startsAsPdf(chosen)))
  }
  const save = async (): Promise<void> => {
    const shared = { kind, language: language === 'all' ? ('' as const) : language, title }
    if (source === 'link') await addDocument({ ...shared, link })
    else if (file) await addDocument({ ...shared, content: await toBase64(file) })
    await onSaved()
  }
  return (
    <ActionDialog
      title={text('support.document.new')}
      confirm={text('shell.action.save')}
      done={text('support.document.saved')}
      isReady={isReady}
      width={520}
      run={save}
      onClose={onClose}
    >
      <TextField label={text('support.title')} value={title} onChange={setTitle} required maxLength={160} />
      <div className={styles.pair}>
        <SelectField
          label={text('support.kind')}
          value={kind}
          options={documentKinds.map((documentKind) => ({
            value: documentKind,
            label: text(`support.kind.${documentKind}`),
          }))}
          onChange={setKind}
        />
        <SelectField<LanguageCode | 'all'>
          label={text('support.language')}
          value={language}
          options={[
            { value: 'all', label: text('support.documents.everyLanguage') },
            ...languageCodes.map((languageCode) => ({ value: languageCode, label: getLanguage(languageCode).name })),
          ]}
          onChange={setLanguage}
        />
      </div>
      <Segmented
        label={text('support.document.source')}
        value={source}
        options={[
          { value: 'file', label: text('support.document.file') },
          { value: 'link', label: text('support.link') },
        ]}
        onChange={setSource}
      />
      {source === 'link' ? (
        <LinkField value={link} onChange={setLink} />
      ) : (
        <Field
          label={text('support.document.file')}
          hint={text('support.document.file.hint')}
          error={isTooLarge ? text('support.document.tooLarge') : isPdf ? undefined : text('support.document.notPdf')}
        >
          {(wires) => (
            <input
              {...wires}
              type="file"
              accept="application/pdf"
              onChange={(event) => void choose(event.target.files?.[0])}
            />
          )}
        </Field>
      )}
    </ActionDialog>
  )
}

const startsAsPdf = async (file: Blob): Promise<boolean> =>
  (await file
    .slice(0, 5)
    .text()
    .catch(() => '')) === '%PDF-'
