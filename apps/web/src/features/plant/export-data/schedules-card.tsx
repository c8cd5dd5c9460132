import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ExportSchedule, removeSchedule, testSchedule } from '../../../api/exports.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { useExportPlace } from './export-place.ts'
import { exportsQuery, schedulesQuery } from './export-queries.ts'
import { RecipientsDialog } from './recipients-dialog.tsx'

/** The exports that come by themselves; there is nothing to say before there is one. */
export function SchedulesCard() {
  const { text } = useText()
  const { plantId } = useExportPlace()
  const schedules = useQuery(schedulesQuery(plantId)).data ?? []
  if (schedules.length === 0) return null
  return (
    <SettingCard title={text('exports.schedules')} lead={text('exports.schedules.lead')} id="schedules">
      {schedules.map((schedule) => (
        <ScheduleRow key={schedule.id} schedule={schedule} />
      ))}
    </SettingCard>
  )
}

/** A date and its time stay in one line. */
const uncut = (time: string): string => time.replaceAll('-', '-\u2060').replaceAll(' ', '\u00a0')

function ScheduleRow({ schedule }: Readonly<{ schedule: ExportSchedule }>) {
  const { text } = useText()
  const format = useFormat()
  const { plantId, zone } = useExportPlace()
  const client = useQueryClient()
  const { running, run } = useAction()
  const [isEditing, setEditing] = useState(false)
  const { id, name, every, definition, nextAtMs, mailsOwner, recipients } = schedule
  const remove = () =>
    run('remove', async () => {
      await removeSchedule(plantId, id)
      await client.invalidateQueries({ queryKey: schedulesQuery(plantId).queryKey })
    })
  const send = () =>
    run(
      'test',
      async () => {
        await testSchedule(plantId, id)
        await client.invalidateQueries({ queryKey: exportsQuery(plantId).queryKey })
      },
      text('exports.schedule.tested'),
    )
  const facts = [
    text(`exports.every.${every}`),
    text(`exports.kind.${definition.kind}`),
    text('exports.next', { at: uncut(format.moment(nextAtMs, zone)) }),
    ...(mailsOwner ? [] : [text('exports.schedule.stopped')]),
    ...recipients.map(({ address, state }) => text(`exports.recipient.${state}`, { address })),
  ]
  return (
    <SettingRow icon="calendar" title={name} hint={facts.join(' · ')}>
      <Button
        size="s"
        icon="mail"
        label={text('exports.schedule.test', { name })}
        busy={running === 'test'}
        onClick={() => void send()}
      />
      <Button size="s" icon="user" label={text('exports.recipients.edit', { name })} onClick={() => setEditing(true)} />
      <Button
        size="s"
        icon="trash"
        label={text('exports.schedule.remove', { name })}
        busy={running === 'remove'}
        onClick={() => void remove()}
      />
      {isEditing && <RecipientsDialog schedule={schedule} onClose={() => setEditing(false)} />}
    </SettingRow>
  )
}
