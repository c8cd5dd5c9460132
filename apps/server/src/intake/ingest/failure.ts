import { isOutage } from '../../platform/db/outage.ts'
import type { FailureKind } from './committer.ts'

/** The cached knowledge of a logger or a device was out of date when the batch was written. */
export class StaleKnowledge extends Error {
  constructor(what: string) {
    super(`${what} changed meanwhile`)
    this.name = 'StaleKnowledge'
  }
}

/** Another node wrote the same key, or a referenced row was deleted: reload before refusing the record. */
const staleStates: readonly unknown[] = ['23503', '23505']

export function classifyFailure(error: unknown): FailureKind {
  if (error instanceof StaleKnowledge || staleStates.includes((error as { code?: unknown } | undefined)?.code)) {
    return 'stale'
  }
  return isOutage(error) ? 'outage' : 'bad'
}
