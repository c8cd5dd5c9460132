import { DAY_MS } from '@heliograph/domain/duration.ts'
/** UTC days, by which samples are partitioned and sealed. */

export const utcDay = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10)
/** Without their names, which are costly to write; NaN is on no day. */
export const isSameUtcDay = (some: number, other: number): boolean =>
  Math.floor(some / DAY_MS) === Math.floor(other / DAY_MS)
export const utcDayStart = (day: string): number => Date.parse(`${day}T00:00:00Z`)
/** The first day of an instant's month, by which sealed days become one row, and hours are sealed. */
export const utcMonth = (atMs: number): string => `${utcDay(atMs).slice(0, 7)}-01`
export const nextUtcDay = (day: string, days = 1): string => utcDay(utcDayStart(day) + days * DAY_MS)
