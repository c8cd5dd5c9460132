import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { DeviceDetail } from '../../../api/device-detail.ts'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
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
  counter: null,
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
  renderPage(<InfoCard detail={detail} never={false} canEdit={false} />)
  expect(screen.getByRole('link', { name: '1790000108' })).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Cellar · 1790000108' })).toBeTruthy()
})

describe('what the lifetime counter measures', () => {
  const open = (counter: DeviceDetail['counter'], canEdit: boolean, calls: Parameters<typeof answerCalls>[0] = {}) => {
    vi.stubGlobal('fetch', answerCalls(calls))
    const device = { ...detail.device, deviceId: 3, loggerSerial: null }
    renderPage(<InfoCard detail={{ ...detail, device, counter } as DeviceDetail} never={false} canEdit={canEdit} />)
  }

  it('is told with who says it, and not of a device without a battery', () => {
    open({ stated: null, meaning: 'acOutput', source: 'nights' }, false)
    expect(screen.getByText('AC output with battery, as its nights show')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'What the lifetime counter measures' })).toBeNull()
    cleanup()
    open(null, true)
    expect(screen.queryByText('Lifetime counter measures')).toBeNull()
  })

  it('is stated by a person', async () => {
    const sent: unknown[] = []
    open({ stated: null, meaning: null, source: null }, true, {
      'POST /maintain-s/power/system/7/device/3': ({ body }) => {
        sent.push(body)
        return { changes: [] }
      },
    })
    fireEvent.click(screen.getByRole('button', { name: 'What the lifetime counter measures' }))
    fireEvent.click(await screen.findByRole('radio', { name: /AC output with battery/ }))
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await vi.waitFor(() => expect(sent).toEqual([{ counterMeaning: 'acOutput' }]))
  })
})
