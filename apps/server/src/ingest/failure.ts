import type { FailureKind } from './committer.ts'

/** What a batch believed of a logger or a device was no longer true when it was written. */
export class StaleKnowledge extends Error {
  constructor(what: string) {
    super(`${what} changed meanwhile`)
    this.name = 'StaleKnowledge'
  }
}

// SQLSTATE classes (PostgreSQL documentation, appendix A) that tell of the server's state and not of our data:
// connection, rollback, resources, operator, system.
const outageClasses = ['08', '40', '53', '57', '58']
/** A server that turned read-only (fail-over). */
const readOnly = '25006'
/** Another node wrote the same key, or a row we refer to is gone: look again before blaming the record. */
const staleStates = ['23503', '23505']

export function classifyFailure(error: unknown): FailureKind {
  if (error instanceof StaleKnowledge) return 'stale'
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E')) {
    if (staleStates.includes(code)) return 'stale'
    return code === readOnly || outageClasses.includes(code.slice(0, 2)) ? 'outage' : 'bad'
  }
  // Errors of the socket carry a name (ECONNREFUSED, EPIPE ...), those of pg and its pool only a text.
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) return 'outage'
  const text = typeof message === 'string' ? message : ''
  return /connection|timeout|not queryable|client was closed|pool after calling end/i.test(text) ? 'outage' : 'bad'
}
