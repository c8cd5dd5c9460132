import { DAY_MS } from '@heliograph/domain/duration.ts'
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import { type AnnouncementLevel, announcementLevels } from '@heliograph/domain/publication.ts'
import { useState } from 'react'
import { type Announcement, saveAnnouncement } from '../../../../api/publications.ts'
import { useLanguage } from '../../../../texts/language-context.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { ActionDialog } from '../../../../ui/action-dialog.tsx'
import { SelectField, TextField } from '../../../../ui/field.tsx'
import { TextAreaField } from '../../../../ui/text-area-field.tsx'
import styles from '../support.module.css'
import { LanguageField, LinkField } from './publication-fields.tsx'
import { fromLocalInput, toLocalInput } from './time-span.ts'

type Texts = Partial<Record<LanguageCode, Readonly<{ title: string; body: string }>>>
const none = { title: '', body: '' }

/** @param announcement undefined: a new one */
export function AnnouncementDialog({
  announcement,
  onSaved,
  onClose,
}: Readonly<{ announcement: Announcement | undefined; onSaved: () => Promise<unknown>; onClose: () => void }>) {
  const { text } = useText()
  const { code } = useLanguage()
  const [level, setLevel] = useState<AnnouncementLevel>(announcement?.level ?? 'info')
  const [from, setFrom] = useState(() => toLocalInput(announcement?.fromMs ?? Date.now()))
  const [until, setUntil] = useState(() => firstUntil(announcement))
  const [link, setLink] = useState(announcement?.link ?? '')
  const [texts, setTexts] = useState<Texts>(announcement?.texts ?? {})
  const [language, setLanguage] = useState<LanguageCode>(code)
  const shown = texts[language] ?? none
  const write = (change: Partial<typeof none>): void => setTexts({ ...texts, [language]: { ...shown, ...change } })
  const fromMs = fromLocalInput(from)
  const untilMs = until === '' ? null : fromLocalInput(until)
  const isBackwards = fromMs !== undefined && typeof untilMs === 'number' && untilMs <= fromMs
  const written = Object.entries(texts).filter(([, one]) => one.title.trim() !== '')
  const isReady = fromMs !== undefined && untilMs !== undefined && !isBackwards && written.length > 0
  return (
    <ActionDialog
      title={text(announcement ? 'support.announcement.change' : 'support.announcement.new')}
      confirm={text('shell.action.save')}
      done={text('support.announcement.saved')}
      isReady={isReady}
      width={600}
      onClose={onClose}
      run={async () => {
        if (fromMs === undefined || untilMs === undefined) return
        await saveAnnouncement(announcement?.id, { level, fromMs, untilMs, texts: Object.fromEntries(written), link })
        await onSaved()
      }}
    >
      <p className="faint">{text('support.announcement.who')}</p>
      <div className={styles.pair}>
        <SelectField
          label={text('support.level')}
          value={level}
          options={announcementLevels.map((announcementLevel) => ({
            value: announcementLevel,
            label: text(`support.level.${announcementLevel}`),
          }))}
          onChange={setLevel}
        />
        <LanguageField isWritten={(item) => Boolean(texts[item]?.title)} value={language} onChange={setLanguage} />
      </div>
      <TextField
        label={text('support.title')}
        value={shown.title}
        onChange={(title) => write({ title })}
        maxLength={120}
      />
      <TextAreaField
        label={text('support.body')}
        optional
        value={shown.body}
        onChange={(body) => write({ body })}
        maxLength={2_000}
      />
      <div className={styles.pair}>
        <TextField label={text('support.from')} type="datetime-local" value={from} onChange={setFrom} required />
        <TextField
          label={text('support.until')}
          hint={text('support.until.hint')}
          type="datetime-local"
          optional
          value={until}
          onChange={setUntil}
          {...(isBackwards && { error: text('support.until.wrong') })}
        />
      </div>
      <LinkField optional value={link} onChange={setLink} />
    </ActionDialog>
  )
}

/** A new one ends after a week, so that none stands for ever. */
function firstUntil(announcement: Announcement | undefined): string {
  if (announcement === undefined) return toLocalInput(Date.now() + 7 * DAY_MS)
  return announcement.untilMs === null ? '' : toLocalInput(announcement.untilMs)
}
