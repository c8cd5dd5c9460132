import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { Arrival } from './arrival.ts'
import { createCounters } from './counters.ts'
import { createPort } from './port.ts'
import { defaultSettings } from './settings.ts'

const arrivalAt = (atMs: number): Arrival => ({
  source: 'polled:a' as Arrival['source'],
  receivedAtMs: 0,
  record: {
    raw: { wire: 'polled', kind: 'json-1', bytes: new Uint8Array() },
    digest: Buffer.alloc(16),
    content: { undecoded: 'unknown-kind' },
    instant: { atMs, timeSource: 'received' },
  },
})

it('a record with half an instant never reaches the batch of the others', async () => {
  const batches: Arrival[][] = []
  const port = createPort({
    writer: {
      write: async (arrivals) => {
        batches.push([...arrivals])
        return arrivals.map(() => ({ outcome: 'stored' }) as never)
      },
    },
    settings: defaultSettings,
    counters: createCounters(),
    wait: async () => {},
    log: pino({ level: 'silent' }),
  })
  const sound = [arrivalAt(1_000), arrivalAt(2_000)]
  const odd = [1_000.5, Number.NaN, 1e300].map((atMs) => port.submit(arrivalAt(atMs)))
  const stored = sound.map((arrival) => port.submit(arrival))
  const outcomes = await Promise.allSettled([...odd, ...stored])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled', 'fulfilled'])
  expect(batches).toEqual([sound])
})
