import { AsyncLocalStorage } from 'node:async_hooks'

/** Fence that binds the statements of a run to the right to run: a node that lost it stores nothing more. */
export type Fence = Readonly<{
  generation: number
  /** @throws LeadLost as soon as the lead may be another node's */
  check: () => void
}>

/** This process was away for longer than its lead lasts. */
export class LeadLost extends Error {
  constructor() {
    super('another node may lead the clock now')
    this.name = 'LeadLost'
  }
}

const fences = new AsyncLocalStorage<{ fence: Fence | undefined }>()

/** Runs `work` so that each of its statements asks first whether the lead is still held. */
export async function runFenced<T>(fence: Fence, work: () => Promise<T>): Promise<T> {
  // Work that outlives the run, such as a queue that it woke, is bound no longer.
  const bound: { fence: Fence | undefined } = { fence }
  try {
    return await fences.run(bound, work)
  } finally {
    bound.fence = undefined
  }
}

export const currentFence = (): Fence | undefined => fences.getStore()?.fence
