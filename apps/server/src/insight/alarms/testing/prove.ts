import { DAY_MS } from '@heliograph/domain/duration.ts'
import { judgeRecording, type RecordedAlarm } from './judge-recording.ts'
import type { Label, MeasuredPlant } from './measured-recordings.ts'

/** What the rules made of a plant: faults that its source names, and alarms that it does not. */
export type Proof = Readonly<{
  name: string
  years: number
  found: readonly Readonly<{ label: Label; alarm: RecordedAlarm | null; delayMs: number | null }>[]
  /** Alarms that no label and no known fact explains. */
  others: readonly RecordedAlarm[]
  /** True facts that are no faults. */
  told: readonly RecordedAlarm[]
}>

/** An alarm belongs to a label when it holds at its time, or begins within a day of it. */
const belongs = (alarm: RecordedAlarm, { rule, atMs, deviceId }: Label): boolean =>
  alarm.rule === rule &&
  (deviceId === undefined || alarm.deviceId === deviceId) &&
  alarm.openedAtMs <= atMs + 7 * DAY_MS &&
  alarm.openedAtMs >= atMs - 2 * DAY_MS

const isAlso = ({ rule, openedAtMs }: RecordedAlarm, { also = [], atMs }: Label): boolean =>
  also.includes(rule) && Math.abs(openedAtMs - atMs) < DAY_MS

/** Runs the rules by default over a plant and compares with what its source says. */
export function provePlant({ recording, labels, known = [] }: MeasuredPlant): Proof {
  const alarms = judgeRecording(recording)
  const found = labels.map((label) => {
    const alarm = alarms.find((item) => belongs(item, label)) ?? null
    return { label, alarm, delayMs: alarm && alarm.openedAtMs - label.atMs }
  })
  const explained = new Set(found.map(({ alarm }) => alarm))
  const rest = alarms.filter(
    (alarm) => !explained.has(alarm) && !labels.some((label) => belongs(alarm, label) || isAlso(alarm, label)),
  )
  return {
    name: recording.name,
    years: (Date.parse(recording.to) - Date.parse(recording.from) + DAY_MS) / (365 * DAY_MS),
    found,
    others: rest.filter(({ rule }) => !known.includes(rule)),
    told: rest.filter(({ rule }) => known.includes(rule)),
  }
}
