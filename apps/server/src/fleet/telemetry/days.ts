import { DAY_MS } from '@heliograph/domain/duration.ts'
/** UTC days, by which samples are partitioned and sealed. */

export const utcDay = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10)
export const utcDayStart = (day: string): number => Date.parse(`${day}T00:00:00Z`)
export const nextUtcDay = (day: string, days = 1): string => utcDay(utcDayStart(day) + days * DAY_MS)
