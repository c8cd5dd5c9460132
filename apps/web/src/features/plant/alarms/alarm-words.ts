import { stringNumberOf } from '@heliograph/domain/alarms/alarm.ts'
import type { Alarm } from '../../../api/alarms.ts'
import { type UseText, useText } from '../../../texts/use-text.tsx'

/** Where an alarm is: its device with the part, or the plant. */
export function placeOf({ deviceName, part }: Pick<Alarm, 'deviceName' | 'part'>, text: UseText['text']): string {
  if (deviceName === null) return text('alarm-page.wholePlant')
  if (part === '') return deviceName
  const number = stringNumberOf(part)
  return `${deviceName} · ${number === null ? part : text('alarm-page.part.string', { number })}`
}

/** How long it lasts or lasted. */
export const lastedMs = ({ openedAtMs, closedAtMs }: Pick<Alarm, 'openedAtMs' | 'closedAtMs'>, nowMs: number): number =>
  Math.max(0, (closedAtMs ?? nowMs) - openedAtMs)

export const usePlaceOf = (): ((alarm: Pick<Alarm, 'deviceName' | 'part'>) => string) => {
  const { text } = useText()
  return (alarm) => placeOf(alarm, text)
}
