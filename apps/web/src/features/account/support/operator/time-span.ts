/** Times on this page are of the operator's computer: a server has no place. */
export const localZone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

export type SpanState = 'waiting' | 'shown' | 'over'

export function stateOf(span: Readonly<{ fromMs: number; untilMs: number | null }>, nowMs: number): SpanState {
  if (nowMs < span.fromMs) return 'waiting'
  return span.untilMs !== null && nowMs >= span.untilMs ? 'over' : 'shown'
}

/** As a field for date and time takes it: `2026-06-15T10:00`, in the browser's zone. */
export function toLocalInput(atMs: number): string {
  const at = new Date(atMs)
  const two = (n: number): string => String(n).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** undefined: not a date and time. */
export function fromLocalInput(text: string): number | undefined {
  const atMs = new Date(text).getTime()
  return text === '' || Number.isNaN(atMs) ? undefined : atMs
}
