import { dayBounds, localDate } from '@heliograph/domain/time.ts'

/** The end of a share on the wire, epoch s: the end of its last day in the plant's zone; '' is no end. */
export const toEndS = (until: string, zone: string): number | null =>
  until === '' ? null : dayBounds(until, zone).toMs / 1000

/** The last whole day of a share that ends at an instant. */
export const toLastDay = (endS: number | null, zone: string): string =>
  endS === null ? '' : localDate(endS * 1000 - 1, zone)
