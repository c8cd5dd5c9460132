import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { dayBounds, isDate, localDate, offsetMinutes } from '@heliograph/domain/time.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoggerAddress, previewTakeBack, takeBack } from '../../../api/logger-addresses.ts'
import { plantKey } from '../../../api/queries.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { TextField } from '../../../ui/field.tsx'
import { usePlantChanged } from './use-plant-changed.ts'

/** The instant of a wall clock time, or undefined. On the day of a change of clocks the offset of that time counts. */
export function toInstant(date: string, time: string, zone: string): number | undefined {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(time) ?? []
  if (!isDate(date) || hours === undefined) return undefined
  const { fromMs } = dayBounds(date, zone)
  const atMs = fromMs + (Number(hours) * 60 + Number(minutes)) * MINUTE_MS
  return atMs - (offsetMinutes(atMs, zone) - offsetMinutes(fromMs, zone)) * MINUTE_MS
}

const clockOf = (atMs: number, zone: string): string =>
  new Date(atMs + offsetMinutes(atMs, zone) * MINUTE_MS).toISOString().slice(11, 16)

/** Takes back what came from an address since an instant, after telling how much that is. */
export function TakeBackDialog({
  loggerId,
  from,
  onClose,
}: Readonly<{ loggerId: number; from: LoggerAddress; onClose: () => void }>) {
  const { text } = useText()
  const format = useFormat()
  const { plantId, zone } = useCurrentPlant()
  const changed = usePlantChanged(plantId)
  const { address, firstMs } = from
  const [date, setDate] = useState(localDate(firstMs, zone))
  const [time, setTime] = useState(clockOf(firstMs, zone))
  const sinceMs = toInstant(date, time, zone)
  const place = { plantId, loggerId }
  const { data } = useQuery({
    queryKey: [...plantKey(plantId), 'take-back', loggerId, address, sinceMs ?? 0],
    queryFn: ({ signal }) => previewTakeBack(place, { address, sinceMs: sinceMs ?? 0 }, signal),
    enabled: sinceMs !== undefined,
    placeholderData: keepPreviousData,
  })
  const first = data?.days[0]
  const last = data?.days.at(-1)
  return (
    <ActionDialog
      title={text('plant-settings.takeBack.title', { address })}
      confirm={text('plant-settings.takeBack.confirm')}
      danger
      isReady={sinceMs !== undefined && data !== undefined && data.records > 0}
      run={async () => {
        if (sinceMs !== undefined) await takeBack(place, { address, sinceMs })
        await changed()
      }}
      done={text('plant-settings.savedRecounting')}
      onClose={onClose}
    >
      <p>{text('plant-settings.takeBack.lead')}</p>
      <DateField label={text('plant-settings.takeBack.date')} value={date} onChange={setDate} />
      <TextField
        label={text('plant-settings.takeBack.time')}
        type="time"
        value={time}
        onChange={setTime}
        autoComplete="off"
      />
      <p aria-live="polite">
        {data &&
          (first && last
            ? text('plant-settings.takeBack.preview', {
                count: data.records,
                days: data.days.length,
                from: format.date(first.date),
                to: format.date(last.date),
              })
            : text('plant-settings.takeBack.nothing'))}
      </p>
    </ActionDialog>
  )
}
