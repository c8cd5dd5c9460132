import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { type SecurityEventKind, securityEventKinds } from '@heliograph/domain/security-event.ts'
import { readOneOf } from '../../../address/url-state.ts'
import { readPage } from '../../../ui/pager.tsx'

/** How far back the list goes; events are kept for 90 days. */
export const spans = ['hour', 'day', 'week', 'all'] as const
export type Span = (typeof spans)[number]
const spanMs: Readonly<Record<Span, number | undefined>> = {
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  all: undefined,
}

export const EVENTS_PAGE = 50

export type EventFilter = Readonly<{
  kind: SecurityEventKind | undefined
  span: Span
  /** The beginning of an address. */
  address: string
  page: number
}>

/** The filter in the URL, which is not trusted. */
export function readFilter(params: URLSearchParams): EventFilter {
  return {
    kind: readOneOf(params, 'kind', securityEventKinds),
    span: readOneOf(params, 'span', spans) ?? 'all',
    address: (params.get('address') ?? '').slice(0, 64),
    page: readPage(params),
  }
}

/** Whether a text can be the beginning of an address. */
export const isAddressPart = (text: string): boolean => /^[0-9a-f:.]*$/i.test(text)

/** The query of the call. Full minutes: the same list is not asked for again each second. */
export function toEventQuery({ kind, span, address, page }: EventFilter, nowMs: number) {
  const since = spanMs[span]
  return {
    page,
    size: EVENTS_PAGE,
    ...(kind !== undefined && { kind }),
    ...(since !== undefined && { fromMs: Math.floor(nowMs / MINUTE_MS) * MINUTE_MS - since }),
    ...(address !== '' && { address }),
  } as const
}
