// SQLSTATE classes (PostgreSQL documentation, appendix A) for the state of the server, not of our data: connection,
// rollback, resources (a full disk), operator, system.
const outageClasses = ['08', '40', '53', '57', '58']
/** A server that became read-only (fail-over). */
const READ_ONLY = '25006'

const isSqlState = (code: unknown): code is string =>
  // The names of socket errors (EPIPE) may look like one.
  typeof code === 'string' && /^[0-9A-DF-Z][0-9A-Z]{4}$/.test(code)

/** Whether the database is away, full or stopping, so that the same work may succeed later. */
export function isOutage(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (isSqlState(code)) return code === READ_ONLY || outageClasses.includes(code.slice(0, 2))
  // Socket errors carry a name (ECONNREFUSED, EPIPE ...), those of pg and its pool only a text.
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) return true
  const text = typeof message === 'string' ? message : ''
  return /connection|timeout|not queryable|client was closed|pool after calling end/i.test(text)
}

/** A disk or a quota that is full: PostgreSQL says so by 53100, or in the text of a write or an extension that failed. */
export function isDiskFull(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return code === '53100' || code === 'ENOSPC' || (typeof message === 'string' && saysDiskFull(message))
}

/** Also lines of the server's log: a PANIC on the write-ahead log ends the server before it can answer. */
export const saysDiskFull = (text: string): boolean => /no space left on device|disk quota exceeded/i.test(text)

/** An error in a few words for one line of the log, never empty: some errors of sockets hold theirs inside. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, errors, cause } = error as Error & { code?: unknown; errors?: readonly unknown[] }
  const own = error.message || (errors?.[0] === undefined ? '' : reasonOf(errors[0])) || String(code ?? error.name)
  return cause instanceof Error && cause.message !== '' && cause.message !== own ? `${own}: ${cause.message}` : own
}
