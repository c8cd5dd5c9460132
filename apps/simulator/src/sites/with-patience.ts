import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 3_000
const MOST_PAUSES = 100

/** A server grants each person so many calls a minute: asks again until it does. */
export async function withPatience<Reply>(call: () => Promise<Reply>, wait: typeof sleep = sleep): Promise<Reply> {
  for (let pauses = 0; ; pauses += 1)
    try {
      return await call()
    } catch (error) {
      if (pauses === MOST_PAUSES || !(error instanceof Error && error.message.includes(': 429 '))) throw error
      await wait(PAUSE_MS)
    }
}
