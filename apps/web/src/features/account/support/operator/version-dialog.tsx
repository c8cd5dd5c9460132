import type { LanguageCode } from '@heliograph/domain/languages.ts'
import { type AppPlatform, appPlatforms } from '@heliograph/domain/publication.ts'
import { useState } from 'react'
import { addVersion } from '../../../../api/publications.ts'
import { useLanguage } from '../../../../texts/language-context.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { ActionDialog } from '../../../../ui/action-dialog.tsx'
import { Checkbox, SelectField, TextField } from '../../../../ui/field.tsx'
import { TextAreaField } from '../../../../ui/text-area-field.tsx'
import styles from '../support.module.css'
import { LanguageField, LinkField } from './publication-fields.tsx'

export function VersionDialog({
  onSaved,
  onClose,
}: Readonly<{ onSaved: () => Promise<unknown>; onClose: () => void }>) {
  const { text } = useText()
  const { code } = useLanguage()
  const [platform, setPlatform] = useState<AppPlatform>('WEB')
  const [version, setVersion] = useState('')
  const [innerVersion, setInnerVersion] = useState('')
  const [link, setLink] = useState('')
  const [isRequired, setRequired] = useState(false)
  const [language, setLanguage] = useState<LanguageCode>(code)
  const [notes, setNotes] = useState<Partial<Record<LanguageCode, string>>>({})
  const isVersion = /^\d{1,4}(\.\d{1,4}){1,3}$/.test(version)
  return (
    <ActionDialog
      title={text('support.version.new')}
      confirm={text('support.version.publish')}
      done={text('support.version.published')}
      faults={{ ABNORMAL: text('support.version.exists') }}
      isReady={isVersion && /^\d{1,9}$/.test(innerVersion)}
      width={560}
      onClose={onClose}
      run={async () => {
        const publishedMs = Date.now()
        await addVersion({
          platform,
          version,
          innerVersion: Number(innerVersion),
          publishedMs,
          notes,
          link,
          isRequired,
        })
        await onSaved()
      }}
    >
      <div className={styles.pair}>
        <SelectField
          label={text('support.platform')}
          value={platform}
          options={appPlatforms.map((item) => ({ value: item, label: text(`support.platform.${item}`) }))}
          onChange={setPlatform}
        />
        <TextField
          label={text('support.version.number')}
          placeholder="1.8.0"
          value={version}
          onChange={setVersion}
          required
          maxLength={20}
        />
        <TextField
          label={text('shell.version.inner')}
          inputMode="numeric"
          placeholder="129"
          value={innerVersion}
          onChange={setInnerVersion}
          required
          maxLength={9}
        />
        <LanguageField isWritten={(item) => Boolean(notes[item])} value={language} onChange={setLanguage} />
      </div>
      <TextAreaField
        label={text('support.version.notes')}
        optional
        value={notes[language] ?? ''}
        onChange={(words) => setNotes({ ...notes, [language]: words })}
        maxLength={4_000}
      />
      <LinkField optional value={link} onChange={setLink} />
      <Checkbox label={text('support.version.require')} checked={isRequired} onChange={setRequired} />
    </ActionDialog>
  )
}
