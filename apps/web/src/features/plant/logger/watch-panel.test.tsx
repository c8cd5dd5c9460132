import type { ClaimRow, CollectorRow, ForeignPeerRow } from '@heliograph/contract/maintain-s/gateway.ts'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CurrentPlant, CurrentPlantContext } from '../../../plant/current-plant.ts'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
import styles from './logger-page.module.css'
import { WatchPanel } from './watch-panel.tsx'

const row = (state: CollectorRow['state']): Partial<CollectorRow> => ({
  deviceSn: '2345678901',
  state,
  firmware: '',
  signalIntensity: null,
  deviceCount: state === 'data' ? 2 : 0,
  lastData: state === 'data' ? Math.floor(Date.now() / 1000) - 4 : null,
  lastSeen: state === 'waiting' ? null : Math.floor(Date.now() / 1000) - 4,
})
const claim: ClaimRow = { deviceSn: '2345678901', claimedAt: 1, restartUntil: null, dispute: null, replaces: null }
let rows: Partial<CollectorRow>[]
let claims: readonly ClaimRow[] = []
let hidden = false
let foreignPeer: ForeignPeerRow | null = null
const renderWatch = () =>
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, can: () => true } as unknown as CurrentPlant}>
      <WatchPanel plantId={7} />
    </CurrentPlantContext>,
  )
const doneSteps = () => document.querySelectorAll(`.${styles.loggerStepDone}`).length
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: false })
  vi.stubGlobal(
    'fetch',
    vi.fn(
      answerCalls({
        'GET /maintain-s/operating/station/7/collector': () => ({
          total: rows.length,
          data: rows,
          claims,
          labelCodes: false,
          addressesHidden: hidden,
          foreignPeer,
        }),
        'POST /maintain-s/operating/station/7/device/gateway/post/2345678901': () => {
          claims = [{ ...claim, restartUntil: Math.floor(Date.now() / 1000) + 120 }]
          return { proven: false, restartUntil: claims[0]?.restartUntil }
        },
      }),
    ),
  )
})
afterEach(() => {
  foreignPeer = null
  hidden = false
  claims = []
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('WatchPanel', () => {
  it('says what is missing where a proxy hides the loggers, to who waits for a proof', async () => {
    rows = [row('waiting')]
    hidden = true
    renderWatch()
    await pass(10)
    expect(screen.queryByText(/PROXY protocol/)).toBeNull()
    claims = [claim]
    await pass(3_100)
    expect(screen.getByText(/PROXY protocol/)).toBeTruthy()
    // No address can be compared: only the restart is offered.
    expect(screen.queryByText(/network you are in now/)).toBeNull()
    expect(screen.queryByText('Check again from here')).toBeNull()
    expect(screen.getByText(/^Restart it:/)).toBeTruthy()
  })

  it("shows foreign devices seen from the visitor's network", async () => {
    rows = [row('waiting')]
    const lastSeen = Math.floor(Date.now() / 1000) - 60
    foreignPeer = { address: '192.168.1.30', protocol: 'growatt', times: 1, firstSeen: lastSeen, lastSeen }
    renderWatch()
    await pass(10)
    expect(screen.getByText(/Growatt logger reached this server/)).toBeTruthy()
    expect(screen.getByText(/^From 192.168.1.30, /)).toBeTruthy()
  })

  it('follows a logger from registration to first data, every three seconds', async () => {
    rows = [row('waiting')]
    renderWatch()
    await pass(10)
    expect(screen.getByText('Not connected yet')).toBeTruthy()
    expect(doneSteps()).toBe(1)
    expect(screen.queryByRole('link')).toBeNull()

    rows = [row('seen')]
    await pass(3_000)
    await pass(10)
    expect(screen.getByText('Connected, waiting for data')).toBeTruthy()
    expect(screen.getByText(/^Seen \d+ s ago$/)).toBeTruthy()
    expect(doneSteps()).toBe(2)

    rows = [row('data')]
    await pass(3_000)
    await pass(10)
    expect(screen.getByText('2 devices')).toBeTruthy()
    expect(doneSteps()).toBe(3)
    expect(screen.getByRole('link', { name: 'To the plant' }).getAttribute('href')).toBe('/plant/infos/data?id=7')
  })

  it('awaits the restart that proves a logger', async () => {
    rows = []
    claims = [claim]
    renderWatch()
    await pass(10)
    expect(screen.getByText('Waiting for proof that it is yours')).toBeTruthy()
    expect(screen.queryByRole('list', { name: /step/i })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'I restart it now' }))
    await pass(10)
    await pass(1_000)
    expect(screen.getByText(/Restart the logger now/)).toBeTruthy()
    expect(screen.getByText(/^1(19|20) s left$/)).toBeTruthy()

    // Proven, it is a logger like any other.
    claims = []
    rows = [row('seen')]
    await pass(3_000)
    await pass(10)
    expect(screen.queryByText(/Restart the logger now/)).toBeNull()
    expect(screen.getByText('Connected, waiting for data')).toBeTruthy()
  })

  it('says when no restart was seen', async () => {
    rows = []
    claims = [{ ...claim, restartUntil: Math.floor(Date.now() / 1000) - 1 }]
    renderWatch()
    await pass(10)
    expect(screen.getByText(/No restart was detected/)).toBeTruthy()
  })

  it('does not send to the plant while no record can be used', async () => {
    rows = [
      {
        ...row('data'),
        lastData: null,
        rejected: 1,
        undecodedReasons: [{ reason: 'unknown-length', kinds: ['0507'], count: 2 }],
      },
    ]
    renderWatch()
    await pass(10)
    expect(screen.getByText('Connected, but its data cannot be used')).toBeTruthy()
    expect(screen.getByText(/1 record was rejected/)).toBeTruthy()
    expect(screen.getByText(/2 records could not be decoded/)).toBeTruthy()
    expect(screen.getByText(/2 are of a known type but another length \(record type 0507\)/)).toBeTruthy()
    expect(doneSteps()).toBe(2)
    expect(screen.queryByRole('link', { name: 'To the plant' })).toBeNull()
  })

  it('says what to do while there is none', async () => {
    rows = []
    renderWatch()
    await pass(10)
    expect(screen.getByText('No logger yet')).toBeTruthy()
  })
})
