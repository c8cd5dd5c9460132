import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ALARMS_GAP_MS, createAlarmApplier, readChangedPlants } from './live-alarms.ts'

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
  applier.apply([7])
  await vi.advanceTimersByTimeAsync(0)
  show()
  for (let n = 0; n < 50; n += 1) applier.apply(n === 3 ? null : [7])
  await vi.advanceTimersByTimeAsync(ALARMS_GAP_MS - 1)
  expect(stale()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(stale()).toEqual(['counts', 'fleet', 'own', 'other', 'detail', 'recent', 'blocks'])
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
