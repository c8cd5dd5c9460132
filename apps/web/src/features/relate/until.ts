import { dayBounds, localDate } from '@heliograph/domain/time.ts'

/** The wire's end of a grant, epoch s: the end of its last day in the plant's zone; '' is for ever. */
export const toEndS = (until: string, zone: string): number | null =>
  until === '' ? null : dayBounds(until, zone).toMs / 1000

/** The last whole day of a grant that ends at an instant. */
export const toLastDay = (endS: number | null, zone: string): string =>
  endS === null ? '' : localDate(endS * 1000 - 1, zone)
