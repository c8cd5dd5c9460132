import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
import { ForeignPanel } from './foreign-panel.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('shows an administrator the devices with another protocol', async () => {
  const lastSeen = Math.floor(Date.now() / 1000) - 60
  const row = { address: '203.0.113.5', protocol: 'mqtt', times: 3, firstSeen: lastSeen - 60, lastSeen }
  const replies = { 'GET /maintain-s/operating/collector/foreign': () => ({ total: 1, data: [row] }) }
  vi.stubGlobal('fetch', vi.fn(answerCalls(replies)))
  renderPage(<ForeignPanel />)
  expect(await screen.findByText('203.0.113.5')).toBeTruthy()
  expect(screen.getByText(/uses MQTT/)).toBeTruthy()
  expect(screen.getByText(/3 attempts/)).toBeTruthy()
})
