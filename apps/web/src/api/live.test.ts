import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { toFirstAnswers } from '../testing/first-answers.ts'
import { forgetFirstAnswers, readFirstAnswersAgain } from './first-answers.ts'
import { useLivePlant } from './live.ts'

afterEach(() => {
  forgetFirstAnswers()
  vi.unstubAllGlobals()
})

/** The page of plant 7, whose stream says nothing yet. */
function watch() {
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close(): void {}
    },
  )
  const asked = vi.fn(async () => Response.json({}))
  vi.stubGlobal('fetch', asked)
  const client = new QueryClient()
  const wrapper = ({ children }: Readonly<{ children: ReactNode }>) =>
    createElement(QueryClientProvider, { client }, children)
  return { asked, ...renderHook(() => useLivePlant(7), { wrapper }) }
}

it('begins with the values of the document, before the stream says any', async () => {
  const reason = { kind: 'well', count: 1, total: 1, group: 'inverter', since: null, devices: [], code: null }
  const equipment = { meters: [], pcs: [], compensation: [], weather: null, collectors: { total: 1, online: 1 } }
  toFirstAnswers({
    'GET /maintain-s/fast/system/7 ': {
      lastUpdateTime: 100,
      serverTime: 160,
      nodes: [],
      status: 'well',
      reason,
      equipment,
    },
  })
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
