import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ALARMS_GAP_MS, BURST, createAlarmApplier, readChangedPlants, SHORT_GAP_MS } from './live-alarms.ts'

const keys = {
  counts: ['alarms', 'counts'],
  fleet: ['alarms', 'list', { plantId: undefined }, 'en'],
  own: ['alarms', 'list', { plantId: 7 }, 'en'],
  other: ['alarms', 'list', { plantId: 8 }, 'en'],
  detail: ['alarms', 'detail', 'a', 'en'],
  recent: ['alarms', 'recent', 8, 'open', 'en'],
  blocks: ['alarms', 'blocks', 7, 'en'],
  curve: ['alarms', 'curve', [], 0, 1],
} as const

let client: QueryClient
const show = (): void => {
  for (const key of Object.values(keys)) client.setQueryData(key, {})
}
const stale = (): readonly string[] =>
  Object.entries(keys).flatMap(([name, key]) => (client.getQueryState(key)?.isInvalidated ? [name] : []))

beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient()
  show()
})
afterEach(() => {
  client.clear()
  vi.useRealTimers()
})

it('fetches at once what shows alarms of the changed plants', async () => {
  createAlarmApplier(client).apply([7])
  await vi.advanceTimersByTimeAsync(0)
  expect(stale()).toEqual(['counts', 'fleet', 'own', 'detail', 'blocks'])
})

it('fetches with a gap in a storm, then all that changed meanwhile', async () => {
  const applier = createAlarmApplier(client)
  let shown = 0
  for (let n = 0; n < 40; n += 1) {
    show()
    for (let change = 0; change < 50; change += 1) applier.apply([7])
    await vi.advanceTimersByTimeAsync(SHORT_GAP_MS)
    if (stale().includes('own')) shown += 1
  }
  expect(shown).toBeGreaterThan(BURST)
  expect(shown).toBeLessThanOrEqual(BURST + (40 * SHORT_GAP_MS) / ALARMS_GAP_MS)
  show()
  applier.apply(null)
  await vi.advanceTimersByTimeAsync(ALARMS_GAP_MS)
  expect(stale()).toEqual(['counts', 'fleet', 'own', 'other', 'detail', 'recent', 'blocks'])
})

it('asks a slow server again only after its answer, or when it hangs', async () => {
  const queryFn = vi.fn(() => new Promise((resolve) => void setTimeout(() => resolve({}), 4_000)))
  const observer = new QueryObserver(client, { queryKey: keys.fleet, queryFn, staleTime: Infinity })
  const leave = observer.subscribe(() => {})
  const applier = createAlarmApplier(client)
  for (let ms = 0; ms < 3_900; ms += 100) {
    applier.apply([7])
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(queryFn).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(800)
  expect(queryFn).toHaveBeenCalledTimes(2)
  queryFn.mockImplementation(() => new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(10_000)
  applier.apply([7])
  await vi.advanceTimersByTimeAsync(0)
  expect(queryFn).toHaveBeenCalledTimes(3)
  applier.apply([7])
  await vi.advanceTimersByTimeAsync(9_000)
  expect(queryFn).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(1_001)
  expect(queryFn).toHaveBeenCalledTimes(4)
  leave()
  applier.stop()
})

it('catches up when a stream begins, except with what came just now', async () => {
  const applier = createAlarmApplier(client)
  applier.catchUp()
  expect(stale()).toEqual([])
  vi.advanceTimersByTime(60_000)
  client.setQueryData(keys.own, {})
  applier.catchUp()
  expect(stale()).toEqual(['counts', 'fleet', 'other', 'detail', 'recent', 'blocks'])
})

it('takes a hint that does not fit as one about any plant', () => {
  expect(readChangedPlants('{"plants":[7,9]}')).toEqual([7, 9])
  for (const data of ['{"plants":null}', '{"plants":["7"]}', '{}', 'x', '']) expect(readChangedPlants(data)).toBeNull()
})
