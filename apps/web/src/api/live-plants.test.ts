import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createApplier, FETCH_GAP_MS } from './live-plants.ts'
import type { PlantCounts } from './plants.ts'
import { plantCountsKey, plantListKey } from './queries.ts'

const others = { fault: 0, partSilent: 0, late: 0, waiting: 0, asleep: 0 }
const counts = (well: number, silent = 0, powerW = 100): PlantCounts => ({
  total: well + silent,
  byStatus: { ...others, well, silent },
  alarmed: 0,
  powerW,
})
const isStale = (client: QueryClient, key: readonly unknown[]): boolean | undefined =>
  client.getQueryState(key)?.isInvalidated

let client: QueryClient
const newest = plantListKey('')
const second = plantListKey('roof')
const found = plantCountsKey('roof')

/** What the page shows, fetched a minute ago. */
function show(): void {
  const listOf = (...ids: number[]) => ({ pages: [{ total: ids.length, rows: ids.map((id) => ({ id })) }] })
  client.setQueryData(newest, listOf(1, 2))
  client.setQueryData(second, listOf(3))
  client.setQueryData(plantCountsKey(''), counts(3))
  client.setQueryData(found, counts(1))
  vi.advanceTimersByTime(60_000)
}

beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient()
  show()
})
afterEach(() => {
  client.clear()
  vi.useRealTimers()
})

it('writes the counts at once, and reloads only lists with a changed plant', async () => {
  const { apply } = createApplier(client)
  apply({ counts: counts(3, 0, 250), changed: [2, 9] })
  expect(client.getQueryData(plantCountsKey(''))).toEqual(counts(3, 0, 250))
  await vi.advanceTimersByTimeAsync(0)
  expect([isStale(client, newest), isStale(client, second), isStale(client, found)]).toEqual([true, false, true])
})

it('reloads every list when a status changed, since a plant may enter it', async () => {
  const { apply } = createApplier(client)
  apply({ counts: counts(2, 1), changed: [9] })
  await vi.advanceTimersByTimeAsync(0)
  expect([isStale(client, newest), isStale(client, second)]).toEqual([true, true])
})

it('reloads at most once per period, and nothing for an event without changes', async () => {
  const { apply } = createApplier(client)
  apply({ counts: counts(3), changed: [] })
  await vi.advanceTimersByTimeAsync(FETCH_GAP_MS)
  expect(isStale(client, newest)).toBe(false)
  apply({ counts: counts(3), changed: [1] })
  await vi.advanceTimersByTimeAsync(0)
  expect(isStale(client, newest)).toBe(true)
  show()
  apply({ counts: counts(3), changed: [1] })
  await vi.advanceTimersByTimeAsync(0)
  expect(isStale(client, newest)).toBe(true)
  client.setQueryData(newest, client.getQueryData(newest))
  apply({ counts: counts(3), changed: [1] })
  await vi.advanceTimersByTimeAsync(FETCH_GAP_MS - 1)
  expect(isStale(client, newest)).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isStale(client, newest)).toBe(true)
})

it('does not reload a list that was loaded with the page', async () => {
  const { apply } = createApplier(client)
  client.setQueryData(newest, client.getQueryData(newest))
  apply({ counts: counts(3), changed: null })
  await vi.advanceTimersByTimeAsync(0)
  expect([isStale(client, newest), isStale(client, second)]).toEqual([false, true])
})
