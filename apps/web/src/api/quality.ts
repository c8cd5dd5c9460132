/** How complete and how trustworthy a plant's data is, in our words. */
import type { CallReply } from '@heliograph/contract/calls.ts'
import { call } from './call.ts'
import { toMs } from './wire-time.ts'

export type DayQuality = Readonly<{
  date: string
  /** Share of the due readings that came, 0 to 1, by the hour of the wall clock; null: none was due, or not yet. */
  hours: readonly (number | null)[]
  missingHours: number
  refusedSteps: number
  refusedKwh: number
  resets: number
  /** Readings without a certain time. */
  unsureTimes: number
  estimatedKwh: number
  reportedKwh: number
}>
export type Quality = Readonly<{
  zone: string
  month: string
  days: readonly DayQuality[]
  deviceCount: number
  judgedCount: number
  recount: Readonly<{ state: string; askedAtMs: number; finishedAtMs: number | null }> | null
  unproven: number
  unread: number
}>

export async function fetchQuality(id: number, month: string, signal?: AbortSignal): Promise<Quality> {
  return toQuality(await call('GET /maintain-s/station/{id}/quality', { params: { id }, query: { month } }, { signal }))
}

export const toQuality = (wire: CallReply<'GET /maintain-s/station/{id}/quality'>): Quality => ({
  zone: wire.timeZone,
  month: wire.month,
  deviceCount: wire.devices,
  judgedCount: wire.judgedDevices,
  recount: wire.recount && {
    state: wire.recount.state,
    askedAtMs: toMs(wire.recount.askedAt),
    finishedAtMs: toMs(wire.recount.finishedAt),
  },
  unproven: wire.unprovenRecords,
  unread: wire.undecodedRecords,
  days: wire.days.map((day) => ({
    date: day.date,
    hours: day.hours,
    missingHours: day.hoursWithoutData,
    refusedSteps: day.quarantined,
    refusedKwh: day.refusedValue,
    resets: day.resets,
    unsureTimes: day.estimatedTimes,
    estimatedKwh: day.estimatedValue,
    reportedKwh: day.reportedValue,
  })),
})
