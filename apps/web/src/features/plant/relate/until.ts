import { addDays, dayBounds, localDate } from '@heliograph/domain/time.ts'

/** The end of a share: the end of its last day in the plant's zone; '' is no end. */
export const toEndMs = (until: string, zone: string): number | null =>
  until === '' ? null : dayBounds(until, zone).toMs

/** The last whole day of a share that ends at an instant. */
export const toLastDay = (endMs: number | null, zone: string): string =>
  endMs === null ? '' : localDate(endMs - 1, zone)

/** How long a share is usually meant to last. */
export const spans = ['day', 'week', 'open'] as const
export type Span = (typeof spans)[number]

const daysOf = { day: 1, week: 7 } as const

/** The last day of a span that begins today; '' is no end. */
export const lastDayOf = (span: Span, today: string): string => (span === 'open' ? '' : addDays(today, daysOf[span]))

/** The span that a last day stands for; undefined: a day of its own. */
export const findSpan = (until: string, today: string): Span | undefined =>
  spans.find((span) => lastDayOf(span, today) === until)
