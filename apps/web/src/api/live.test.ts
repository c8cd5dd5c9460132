import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { toFirstAnswers } from '../testing/first-answers.ts'
import { createCaches } from '../testing/memory-caches.ts'
import { forgetFirstAnswers, readFirstAnswersAgain } from './first-answers.ts'
import { findAnswer } from './kept-answers.ts'
import { forgetAnswers } from './kept-state.ts'
import { useLivePlant } from './live.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  forgetFirstAnswers()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const TARGET = 'GET /maintain-s/fast/system/7'
const reason = { kind: 'well', count: 1, total: 1, group: 'inverter', since: null, devices: [], code: null }
const equipment = { meters: [], pcs: [], compensation: [], weather: null, collectors: { total: 1, online: 1 } }
const system = {
  lastUpdateTime: 100,
  serverTime: 160,
  nodes: [],
  status: 'well',
  reason,
  equipment,
}

/** The page of plant 7, whose streams say nothing by themselves. */
function watch() {
  const streams: EventTarget[] = []
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      constructor() {
        super()
        streams.push(this)
      }
      close(): void {}
    },
  )
  const asked = vi.fn(async () => Response.json({}))
  vi.stubGlobal('fetch', asked)
  const client = new QueryClient()
  const wrapper = ({ children }: Readonly<{ children: ReactNode }>) =>
    createElement(QueryClientProvider, { client }, children)
  return { asked, streams, ...renderHook(() => useLivePlant(7), { wrapper }) }
}

it('begins with the values of the document, before the stream says any', async () => {
  toFirstAnswers({ [`${TARGET} `]: system })
  readFirstAnswersAgain()
  const { asked, result } = watch()
  await waitFor(() => expect(result.current.now?.sampledAtMs).toBe(100_000))
  expect(result.current.mode).toBe('connecting')
  expect(asked).not.toHaveBeenCalled()
})

it('asks for no values beside its stream', async () => {
  const { asked, result } = watch()
  await waitFor(() => expect(result.current.mode).toBe('connecting'))
  expect(asked).not.toHaveBeenCalled()
})

it('keeps what the next identity streams where the page of the plant stays', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('caches', createCaches())
  const { streams } = watch()
  await forgetAnswers()
  // The server ends the stream of the old session; another opens with the new one.
  for (const isHidden of [true, false]) {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  expect(streams).toHaveLength(2)
  streams[1]?.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ system }) }))
  await vi.advanceTimersByTimeAsync(5_000)
  await vi.waitFor(async () => expect(await findAnswer(TARGET, undefined)).toBeTruthy())
  cleanup()
  await forgetAnswers()
})
