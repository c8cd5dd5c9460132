import { isOutage } from '../db/outage.ts'
import type { FailureKind } from './committer.ts'

/** What a batch believed of a logger or a device was no longer true when it was written. */
export class StaleKnowledge extends Error {
  constructor(what: string) {
    super(`${what} changed meanwhile`)
    this.name = 'StaleKnowledge'
  }
}

/** Another node wrote the same key, or a row we refer to is gone: look again before blaming the record. */
const staleStates: readonly unknown[] = ['23503', '23505']

export function classifyFailure(error: unknown): FailureKind {
  if (error instanceof StaleKnowledge || staleStates.includes((error as { code?: unknown } | undefined)?.code)) {
    return 'stale'
  }
  return isOutage(error) ? 'outage' : 'bad'
}
