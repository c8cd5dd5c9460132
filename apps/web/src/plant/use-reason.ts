import { localDate } from '@heliograph/domain/time.ts'
import type { StatusReason } from '../api/status-reason.ts'
import { useFormat } from '../texts/use-format.ts'
import { useText } from '../texts/use-text.tsx'

/** A status in words: why, of how many devices, since when; empty without anything to say. */
export function useReason(): (reason: StatusReason | null, zone: string) => string {
  const { text } = useText()
  const format = useFormat()
  return (reason, zone) => {
    if (reason === null || reason.kind === 'well' || reason.kind === 'asleep') return ''
    const { count, total, sinceMs: atMs, code } = reason
    const isToday = atMs !== null && localDate(atMs, zone) === localDate(Date.now(), zone)
    const time =
      atMs === null ? '--' : isToday ? format.timeOfDay(atMs, zone) : format.dayAndMonth(localDate(atMs, zone))
    const kind = reason.kind === 'faultCode' && code === null ? 'faultState' : reason.kind
    const group = text(`status.group.${reason.group}`, { total })
    return text(`status.why.${kind}`, { count, total, group, time, code: String(code ?? '') })
  }
}
