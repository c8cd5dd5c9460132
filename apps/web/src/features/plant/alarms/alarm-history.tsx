import { type FormEvent, useState } from 'react'
import { type AlarmDetail, type AlarmEvent, noteAlarm } from '../../../api/alarms.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { type UseText, useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import fieldStyles from '../../../ui/field.module.css'
import { Field } from '../../../ui/field.tsx'
import { useAction } from '../../../ui/use-action.ts'
import styles from './alarm-drawer.module.css'
import { useAlarmsChanged } from './alarm-queries.ts'

const MOST = 2_000

function wordsOf({ kind, text: words, untilMs }: AlarmEvent, text: UseText['text'], time: (atMs: number) => string) {
  if (kind === 'snoozed')
    return untilMs === null ? text('alarm-page.event.woken') : text('alarm-page.event.snoozed', { time: time(untilMs) })
  if (kind === 'assigned')
    return words === '' ? text('alarm-page.event.unassigned') : text('alarm-page.event.assigned', { name: words })
  return text(`alarm-page.event.${kind}`)
}

/** Actions of the server and of people, newest first; the place for a note. */
export function AlarmHistory({ alarm }: Readonly<{ alarm: AlarmDetail }>) {
  const { text } = useText()
  const format = useFormat()
  const time = (atMs: number): string => format.moment(atMs, alarm.zone)
  return (
    <section>
      <h3>{text('alarm-page.detail.history')}</h3>
      <ol className={styles.events}>
        {alarm.events.map((event) => (
          <li key={`${event.atMs} ${event.kind} ${event.text}`}>
            {wordsOf(event, text, time)}
            {event.kind === 'escalated' && ` · ${format.duration(event.atMs - alarm.openedAtMs)}`}
            {event.kind === 'noted' && <p>{event.text}</p>}
            <small>{[time(event.atMs), event.by].filter(Boolean).join(' · ')}</small>
          </li>
        ))}
      </ol>
      {alarm.mayAct && <NoteForm id={alarm.id} />}
    </section>
  )
}

function NoteForm({ id }: Readonly<{ id: string }>) {
  const { text } = useText()
  const [note, setNote] = useState('')
  const { running, run } = useAction()
  const changed = useAlarmsChanged()
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (note.trim() === '') return
    if (await run('note', () => noteAlarm(id, note), text('alarm-page.act.done.noted'))) setNote('')
    changed()
  }
  return (
    <form className={styles.note} onSubmit={(event) => void save(event)}>
      <Field label={text('alarm-page.note.label')}>
        {(wires) => (
          <div className={fieldStyles.fieldBox} data-part="field-box">
            <textarea
              {...wires}
              value={note}
              maxLength={MOST}
              placeholder={text('alarm-page.note.placeholder')}
              onChange={(event) => setNote(event.target.value)}
            />
          </div>
        )}
      </Field>
      <div>
        <Button type="submit" icon="add" busy={running === 'note'} disabled={note.trim() === ''}>
          {text('alarm-page.act.note')}
        </Button>
      </div>
    </form>
  )
}
