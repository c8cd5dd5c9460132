import { DAY_MS, HOUR_MS } from '@heliograph/domain/duration.ts'
import { addDays, dayBounds, localDate } from '@heliograph/domain/time.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Alarm, assignAlarms, blockAlarm, snoozeAlarms } from '../../../api/alarms.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { assigneesQuery, useAlarmsChanged } from './alarm-queries.ts'

export type OpenDialog = Readonly<{ kind: 'snooze' | 'assign' | 'block'; alarms: readonly Alarm[] }>
type Props = Readonly<{ dialog: OpenDialog; onClose: () => void }>

/** The question that an act needs before it is done. */
export function ActDialog({ dialog, onClose }: Props) {
  const { kind, alarms } = dialog
  const first = alarms[0]
  if (first === undefined) return null
  if (kind === 'snooze') return <SnoozeDialog alarms={alarms} onClose={onClose} />
  if (kind === 'assign') return <AssignDialog alarms={alarms} onClose={onClose} />
  return <BlockDialog alarm={first} onClose={onClose} />
}

const idsOf = (alarms: readonly Alarm[]): readonly string[] => alarms.map(({ id }) => id)

const spans = ['hour', 'morning', 'week', 'month'] as const
type Span = (typeof spans)[number]

/** When a snooze ends; the morning is that of the plant, counted from midnight after it: clocks change before eight. */
export function snoozeEnd(span: Span, nowMs: number, zone: string): number {
  if (span === 'hour') return nowMs + HOUR_MS
  if (span === 'morning') return dayBounds(addDays(localDate(nowMs, zone), 1), zone).toMs - 16 * HOUR_MS
  return nowMs + (span === 'week' ? 7 : 30) * DAY_MS
}

/** Each plant's alarms sleep until its own morning. @returns how many */
async function snoozeEach(alarms: readonly Alarm[], span: Span): Promise<number> {
  const nowMs = Date.now()
  const byEnd = new Map<number, Alarm[]>()
  for (const alarm of alarms) {
    const endMs = snoozeEnd(span, nowMs, alarm.zone)
    byEnd.set(endMs, [...(byEnd.get(endMs) ?? []), alarm])
  }
  const counts = await Promise.all([...byEnd].map(([endMs, some]) => snoozeAlarms(idsOf(some), endMs)))
  return counts.reduce((sum, count) => sum + count, 0)
}

function SnoozeDialog({ alarms, onClose }: Readonly<{ alarms: readonly Alarm[]; onClose: () => void }>) {
  const { text } = useText()
  const changed = useAlarmsChanged()
  const [span, setSpan] = useState<Span>('morning')
  return (
    <ActionDialog
      title={text('alarm-page.snooze.title')}
      confirm={text('alarm-page.act.snooze')}
      run={async () => {
        const count = await snoozeEach(alarms, span)
        showToast(text('alarm-page.act.done.snoozed', { count }), 'ok')
        changed()
      }}
      onClose={onClose}
    >
      <SelectField<Span>
        label={text('alarm-page.act.snooze')}
        value={span}
        options={spans.map((item) => ({ value: item, label: text(`alarm-page.snooze.${item}`) }))}
        onChange={setSpan}
        hint={text('alarm-page.snooze.hint')}
      />
    </ActionDialog>
  )
}

function AssignDialog({ alarms, onClose }: Readonly<{ alarms: readonly Alarm[]; onClose: () => void }>) {
  const { text } = useText()
  const changed = useAlarmsChanged()
  const { data: people, error, refetch } = useQuery(assigneesQuery(idsOf(alarms)))
  const [chosen, setChosen] = useState(String(alarms[0]?.assignee?.userId ?? ''))
  return (
    <ActionDialog
      title={text('alarm-page.assign.title')}
      confirm={text('alarm-page.act.assign')}
      isReady={people !== undefined}
      run={async () => {
        const count = await assignAlarms(idsOf(alarms), chosen === '' ? null : Number(chosen))
        showToast(text('alarm-page.act.done.assigned', { count }), 'ok')
        changed()
      }}
      onClose={onClose}
    >
      {error && !people && <ErrorPanel compact failure={error} onRetry={() => void refetch()} />}
      {!people && !error && <Skeleton height={62} />}
      {people && (
        <SelectField
          label={text('alarm-page.assign.person')}
          hint={text('alarm-page.assign.hint')}
          value={chosen}
          options={[
            { value: '', label: text('alarm-page.assign.nobody') },
            ...people.map(({ userId, name }) => ({ value: String(userId), label: name })),
          ]}
          onChange={setChosen}
        />
      )}
    </ActionDialog>
  )
}

function BlockDialog({ alarm, onClose }: Readonly<{ alarm: Alarm; onClose: () => void }>) {
  const { text } = useText()
  const changed = useAlarmsChanged()
  const [scope, setScope] = useState<'device' | 'plant'>(alarm.deviceId === null ? 'plant' : 'device')
  const [until, setUntil] = useState('')
  const today = localDate(Date.now(), alarm.zone)
  return (
    <ActionDialog
      title={text('alarm-page.block.title', { name: alarm.name })}
      confirm={text('alarm-page.act.block')}
      run={async () => {
        const untilMs = until === '' ? null : dayBounds(until, alarm.zone).toMs
        const deviceId = scope === 'device' ? alarm.deviceId : null
        await blockAlarm(alarm.plantId, { ruleId: alarm.ruleId, deviceId, untilMs })
        changed()
      }}
      done={text('alarm-page.act.done.blocked')}
      onClose={onClose}
    >
      <SelectField<'device' | 'plant'>
        label={text('alarm-page.block.scope')}
        value={scope}
        options={[
          ...(alarm.deviceId === null
            ? []
            : [
                {
                  value: 'device' as const,
                  label: text('alarm-page.block.scope.device', { device: alarm.deviceName ?? '' }),
                },
              ]),
          { value: 'plant', label: text('alarm-page.block.scope.plant', { plant: alarm.plantName }) },
        ]}
        onChange={setScope}
      />
      <DateField
        label={text('alarm-page.block.until')}
        hint={text('alarm-page.block.until.hint')}
        optional
        value={until}
        min={today}
        onChange={setUntil}
      />
      <Notice>{text('alarm-page.block.hint')}</Notice>
    </ActionDialog>
  )
}
