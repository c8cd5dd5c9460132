import { expect, it } from 'vitest'
import { type Place, sweep } from './sweep.ts'

const places: readonly Place[] = [502, 8899].flatMap((port) =>
  Array.from({ length: 200 }, (_, n) => ({ host: `192.168.1.${n + 1}`, port })),
)
const live = new AbortController().signal
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

it('finds the open places, with at most 64 connections at once', async () => {
  let [current, most, tried] = [0, 0, 0]
  const open = await sweep({
    places,
    signal: live,
    onTried: (count) => {
      tried = count
    },
    knock: async ({ host, port }) => {
      most = Math.max(most, ++current)
      await turn()
      current -= 1
      return host === '192.168.1.7' || (port === 8899 && host === '192.168.1.3')
    },
  })
  expect(open).toEqual([
    { host: '192.168.1.7', port: 502 },
    { host: '192.168.1.3', port: 8899 },
    { host: '192.168.1.7', port: 8899 },
  ])
  expect([most, tried]).toEqual([64, 400])
})

it('ends at once when it is canceled', async () => {
  const canceled = new AbortController()
  let tried = 0
  await sweep({
    places,
    signal: canceled.signal,
    knock: async () => {
      if (++tried === 100) canceled.abort()
      await turn()
      return false
    },
  })
  expect(tried).toBeLessThan(200)
})
