import { onlineManager } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import { CallFailure } from './failure.ts'
import { createQueryClient } from './query-client.ts'

const refused = () => new CallFailure({ kind: 'status', status: 403, body: { code: 'NO_PERMISSION', no: 21 } })
const away = () => new CallFailure({ kind: 'status', status: 502, body: {} })
const late = () => new CallFailure({ kind: 'timeout' })

let told: string[]
let nowMs: number
let client: ReturnType<typeof createQueryClient>
beforeEach(() => {
  told = []
  nowMs = 1_000_000
  client = createQueryClient(
    (failure) => told.push(failure.verdict.row),
    () => nowMs,
  )
})

const ask = (key: string, answer: () => unknown, retry?: false) =>
  client
    .fetchQuery({
      queryKey: [key],
      queryFn: async () => {
        const value = answer()
        if (value instanceof Error) throw value
        return value
      },
      staleTime: 0,
      retryDelay: 0,
      ...(retry === undefined ? {} : { retry }),
    })
    .catch(() => undefined)

describe('a query that fails', () => {
  it('shows one message for all queries that fail alike', async () => {
    for (const key of ['a', 'b', 'c']) await ask(key, refused, false)
    expect(told).toEqual(['403'])
    await ask('d', away, false)
    expect(told).toEqual(['403', '502'])
  })

  it('shows a message when it starts to fail, not at each repetition', async () => {
    await ask('a', away, false)
    nowMs += 60_000
    await ask('a', away, false)
    expect(told).toEqual(['502'])
    await ask('a', () => 1, false)
    await ask('a', away, false)
    expect(told).toEqual(['502', '502'])
  })

  it('shows no message when it is not a call', async () => {
    await ask('a', () => new TypeError('a bug'), false)
    expect(told).toEqual([])
  })

  it('is retried where that helps, but not after hanging for 30 s', async () => {
    let tries = 0
    const count = (failure: () => unknown) => () => {
      tries += 1
      return failure()
    }
    const triesOf = async (key: string, failure: () => unknown) => {
      tries = 0
      const query = { queryKey: [key], queryFn: async () => Promise.reject(count(failure)()), retryDelay: 0 }
      await client.fetchQuery({ ...query, retry: client.getDefaultOptions().queries?.retry ?? false }).catch(() => 0)
      return tries
    }
    expect([await triesOf('a', away), await triesOf('b', late), await triesOf('c', refused)]).toEqual([3, 1, 1])
  })
})

it('B12: fails while the browser is offline instead of waiting for the network', async () => {
  onlineManager.setOnline(false)
  try {
    await ask('plant', away, false)
    expect(client.getQueryState(['plant'])).toMatchObject({ status: 'error', fetchStatus: 'idle' })
  } finally {
    onlineManager.setOnline(true)
  }
})
