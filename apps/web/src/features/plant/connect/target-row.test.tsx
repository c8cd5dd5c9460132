import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Target } from '../../../api/targets.ts'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { renderPage } from '../../../testing/render.tsx'
import { TargetRow } from './target-row.tsx'

afterEach(cleanup)

const report = {
  state: 'working',
  failure: null,
  otherDevices: [],
  asleep: [],
  leftOut: [],
  exchanges: [],
  live: [],
} as unknown as NonNullable<Target['report']>
const target: Target = {
  id: 3,
  loggerId: 4,
  name: 'Deye',
  agentId: null,
  way: 'modbus-tcp',
  host: '192.168.1.33',
  port: 502,
  pollSeconds: 60,
  storeSeconds: 60,
  devices: [],
  isPaused: false,
  movedFrom: null,
  lost: null,
  report,
}
const show = (more: Partial<Target>): void => {
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant: {} as never, zone: 'Europe/Berlin', can: () => true }}>
      <TargetRow target={{ ...target, ...more }} />
    </CurrentPlantContext>,
  )
}

it('says where a device was before it was found again', () => {
  show({ movedFrom: '192.168.1.20' })
  expect(
    screen.getByText(/192.168.1.33:502.*Found again by its serial number; before it was at 192.168.1.20\./),
  ).toBeTruthy()
})

it('says which ports a device had and has', () => {
  const sinceMs = Date.parse('2026-06-12T10:00:00Z')
  const failure = { reason: 'ECONNREFUSED', sinceMs, atMs: sinceMs }
  show({ report: { ...report, state: 'waiting', failure }, lost: { sinceMs, before: [80, 502], now: [443] } })
  expect(screen.getByText(/Open ports before: 80, 502\. Now: 443\./)).toBeTruthy()
})

it('names the stick over whose connection it is read', () => {
  show({ way: 'solarman-push', host: '2712345678', port: 10_000 })
  expect(screen.getByText(/over the connection of stick 2712345678/)).toBeTruthy()
})
