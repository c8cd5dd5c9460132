import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { createPlantNews } from './plant-news.ts'

const log = pino({ level: 'silent' })

/** A pool whose statements end when the test says so. */
function openPool() {
  const told: string[] = []
  const ends: ((error?: Error) => void)[] = []
  const query = (_text: string, [, payloads]: [string, readonly string[]]): Promise<void> => {
    told.push(...payloads)
    return new Promise((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())))
  }
  return { told, ends, news: createPlantNews({ pool: { query } } as never, log) }
}

test('what is committed during a notification goes out together, each plant once', async () => {
  const { told, ends, news } = openPool()
  news.tell([])
  expect(told).toEqual([])
  news.tell([1, 2])
  for (let n = 0; n < 50; n += 1) news.tell([3, 4])
  expect(told).toEqual(['1,2'])
  ends[0]?.()
  await vi.waitFor(() => expect(told).toEqual(['1,2', '3,4']))
  const flushed = news.flush()
  news.tell([5])
  ends[1]?.()
  await vi.waitFor(() => expect(told).toEqual(['1,2', '3,4', '5']))
  ends[2]?.()
  await flushed
})

test('a notification that fails does not keep the next one back', async () => {
  const { told, ends, news } = openPool()
  news.tell([1])
  ends[0]?.(new Error('connection lost'))
  await news.flush()
  news.tell([2])
  expect(told).toEqual(['1', '2'])
  ends[1]?.()
  await news.flush()
})
