import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { About, TargetReport } from '../../../api/targets.ts'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { renderPage } from '../../../testing/render.tsx'
import { Exchanges } from './exchanges.tsx'
import { LiveValues } from './live-values.tsx'

afterEach(cleanup)

it.each([
  [{ kind: 'registers', unit: 1, fn: 3, address: 40_069, count: 52 }, '52 registers from 40069, unit 1, function 3'],
  [{ kind: 'registers', unit: 247, fn: 4, address: 0, count: 1 }, '1 register from 0, unit 247, function 4'],
  [{ kind: 'topic', name: 'tele/cellar/SENSOR' }, 'Message on tele/cellar/SENSOR'],
  [{ kind: 'path', name: '/api/v1/data' }, 'Request /api/v1/data'],
  [{ kind: 'message', name: 'energy/get_prefs' }, 'Question energy/get_prefs'],
  [{ kind: 'telegram' }, 'A telegram'],
  [{ kind: 'brokenTelegram' }, 'A broken telegram'],
] satisfies [About, string][])('an exchange about %j is said in words', (about, words) => {
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant: {} as never, zone: 'Europe/Berlin', can: () => true }}>
      <Exchanges exchanges={[{ at: 5, about, sent: '01', received: '', outcome: 'silent', code: null }]} />
    </CurrentPlantContext>,
  )
  expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getByText('01')).toBeTruthy()
})

it('a code has the word of its device, or is called a code', () => {
  const value = (quantity: string, code: number, state: string | null) => ({
    quantity,
    value: code,
    unit: 'code',
    state,
  })
  const live = [value('inverterState', 2, 'standby'), value('gridState', 7, null), value('faultCode1', 0, null)]
  const report = { live: [{ serial: 'S', type: 'INVERTER', model: 'M', at: 5, values: live, complaints: [] }] }
  renderPage(<LiveValues report={report as unknown as TargetReport} way="modbus-tcp" />)
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['Standby', 'Code 7', 'None'])
})
