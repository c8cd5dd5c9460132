import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { noteDisk } from '../api/disk-state.ts'
import { renderPage } from '../testing/render.tsx'
import { OfflineBanner } from './offline-banner.tsx'

afterEach(() => {
  noteDisk(new Headers())
  cleanup()
})
const sentence = () => screen.queryByText(/The server’s disk is full/)

describe('the banner above every screen', () => {
  it('says that the disk is full while replies say so', () => {
    renderPage(<OfflineBanner />)
    expect(sentence()).toBeNull()
    act(() => noteDisk(new Headers({ 'heliograph-disk': 'full' })))
    expect(sentence()).not.toBeNull()
    act(() => noteDisk(new Headers()))
    expect(sentence()).toBeNull()
  })
})
