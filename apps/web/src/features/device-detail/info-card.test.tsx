import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { DeviceDetail } from '../../api/device-detail.ts'
import { answerCalls, renderPage } from '../../testing/render.tsx'
import { InfoCard } from './info-card.tsx'

const detail = {
  device: {
    name: 'Roof',
    serial: 'A1',
    type: 'INVERTER',
    model: '',
    profileId: '',
    loggerSerial: '1790000108',
    intervalS: 300,
  },
  plantId: 7,
  zone: 'Europe/Berlin',
  experimental: false,
  unread: [],
} as unknown as DeviceDetail

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('names the logger as its owner calls it, beside its serial number', async () => {
  const rows = [{ deviceSn: '1790000108', name: 'Cellar' }]
  const replies = {
    'GET /maintain-s/operating/station/7/collector': () => ({ total: 1, data: rows, claims: [], loggerAddresses: [] }),
  }
  vi.stubGlobal('fetch', answerCalls(replies))
  renderPage(<InfoCard detail={detail} never={false} />)
  expect(screen.getByRole('link', { name: '1790000108' })).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Cellar · 1790000108' })).toBeTruthy()
})
