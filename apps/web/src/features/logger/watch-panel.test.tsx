import type { CollectorRow } from '@heliograph/contract/maintain-s/gateway.ts'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerCalls, renderPage } from '../../testing/render.tsx'
import styles from './logger-page.module.css'
import { WatchPanel } from './watch-panel.tsx'

const row = (state: CollectorRow['state']): Partial<CollectorRow> => ({
  deviceSn: '2345678901',
  state,
  firmware: '',
  signalIntensity: null,
  deviceCount: state === 'data' ? 2 : 0,
  lastSeen: state === 'waiting' ? null : Math.floor(Date.now() / 1000) - 4,
})
let rows: Partial<CollectorRow>[]
let foreignPeer: Readonly<{ protocol: string; at: number }> | null = null
const doneSteps = () => document.querySelectorAll(`.${styles.loggerStepDone}`).length
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: false })
  vi.stubGlobal(
    'fetch',
    vi.fn(
      answerCalls({
        'GET /maintain-s/operating/station/7/collector': () => ({ total: rows.length, data: rows, foreignPeer }),
      }),
    ),
  )
})
afterEach(() => {
  foreignPeer = null
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('WatchPanel', () => {
  it("shows foreign devices seen from the visitor's network", async () => {
    rows = [row('waiting')]
    foreignPeer = { protocol: 'tls', at: 1 }
    renderPage(<WatchPanel plantId={7} />)
    await pass(10)
    expect(screen.getByText(/speaks TLS/)).toBeTruthy()
  })

  it('follows a logger from registration to first data, every three seconds', async () => {
    rows = [row('waiting')]
    renderPage(<WatchPanel plantId={7} />)
    await pass(10)
    expect(screen.getByText('Not connected yet')).toBeTruthy()
    expect(doneSteps()).toBe(1)
    expect(screen.queryByRole('link')).toBeNull()

    rows = [row('seen')]
    await pass(3_000)
    await pass(10)
    expect(screen.getByText('Connected, waiting for data')).toBeTruthy()
    expect(screen.getByText(/^Seen \d+ sec\. ago$/)).toBeTruthy()
    expect(doneSteps()).toBe(2)

    rows = [row('data')]
    await pass(3_000)
    await pass(10)
    expect(screen.getByText('2 devices')).toBeTruthy()
    expect(doneSteps()).toBe(3)
    expect(screen.getByRole('link', { name: 'To the plant' }).getAttribute('href')).toBe('/plant/infos/data?id=7')
  })

  it('says what to do while there is none', async () => {
    rows = []
    renderPage(<WatchPanel plantId={7} />)
    await pass(10)
    expect(screen.getByText('No logger yet')).toBeTruthy()
  })
})
