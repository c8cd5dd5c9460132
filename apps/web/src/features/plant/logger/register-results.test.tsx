import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
import { RegisterResults } from './register-results.tsx'

let loggers: readonly object[] = []
const open = (results: Parameters<typeof RegisterResults>[0]['results']): void => {
  vi.stubGlobal(
    'fetch',
    answerCalls({
      'GET /maintain-s/operating/station/7/collector': () => ({
        total: loggers.length,
        data: loggers,
        claims: [],
        labelCodes: false,
        foreignPeer: null,
      }),
    }),
  )
  renderPage(<RegisterResults plantId={7} results={results} />)
}
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  loggers = []
})

it('leads to the other plant of the same person that has the logger', async () => {
  const plant = { id: 9, name: 'Saguaro house' }
  open([{ serial: '1790000110', result: 'ELSEWHERE', waitingRecords: 0, plant }])
  expect(await screen.findByText('In another plant')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Saguaro house' })
  expect(link.getAttribute('href')).toBe('/plant/infos/detail/devices?id=9')
})

it('says that a serial number is registered once its logger has proven itself', async () => {
  loggers = [
    {
      deviceSn: '1790000110',
      state: 'data',
      firmware: '',
      signalIntensity: null,
      deviceCount: 1,
      lastData: 1,
      lastSeen: 1,
    },
  ]
  open([
    { serial: '1790000110', result: 'WAITING', waitingRecords: 0 },
    { serial: '1790000111', result: 'WAITING', waitingRecords: 0 },
  ])
  expect(await screen.findByText('Registered')).toBeTruthy()
  expect(screen.getAllByText('Waiting for proof')).toHaveLength(1)
})
