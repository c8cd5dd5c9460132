import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { noteServerState } from '../api/server-state.ts'
import { renderPage } from '../testing/render.tsx'
import { OfflineBanner } from './offline-banner.tsx'

afterEach(() => {
  noteServerState(new Headers())
  cleanup()
})
const sentence = () => screen.queryByText(/The server’s disk is full/)

describe('the banner above every screen', () => {
  it('says that the disk is full while replies say so', () => {
    renderPage(<OfflineBanner />)
    expect(sentence()).toBeNull()
    act(() => noteServerState(new Headers({ 'heliograph-disk': 'full' })))
    expect(sentence()).not.toBeNull()
    act(() => noteServerState(new Headers()))
    expect(sentence()).toBeNull()
  })

  it('says that alarms and messages stand still while no node runs the clock', () => {
    renderPage(<OfflineBanner />)
    act(() => noteServerState(new Headers({ 'heliograph-clock': 'late' })))
    expect(screen.queryByText(/Alarms, messages and statuses stand still/)).not.toBeNull()
    expect(sentence()).toBeNull()
  })
})
