import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { renderPage } from '../../../testing/render.tsx'
import { ClaimsSection } from './claims-section.tsx'

const claim = { serial: '2345678901', claimedAtMs: 0, restartUntilMs: null, dispute: null, replaces: null }
function open(claims: Parameters<typeof ClaimsSection>[0]['claims'], rights: readonly string[] = ['addPlantDevice']) {
  renderPage(
    <CurrentPlantContext
      value={{
        plantId: 7,
        plant: {} as never,
        zone: 'Europe/Berlin',
        can: (right) => rights.includes(right),
      }}
    >
      <ClaimsSection claims={claims} />
    </CurrentPlantContext>,
  )
}
afterEach(cleanup)

it('says the next step of a logger that waits for proof, and where to take it', () => {
  open([claim])
  expect(screen.getByText('2345678901')).toBeTruthy()
  expect(screen.getByText(/^Next: connect it in the network of this browser/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Prove that 2345678901 is yours' }).getAttribute('href')).toContain('id=7')
})

it('says that a restart is awaited, and what became of a dispute', () => {
  open([
    { ...claim, restartUntilMs: Date.parse('2026-06-13T10:02:00Z') },
    { ...claim, serial: '2', dispute: 'open' },
  ])
  expect(screen.getByText(/^Restart awaited until .*12:02/)).toBeTruthy()
  expect(screen.getByText('An administrator of this server decides')).toBeTruthy()
})

it('leads nowhere for who may not add devices, and is absent without claims', () => {
  open([claim], [])
  expect(screen.queryByRole('link')).toBeNull()
  cleanup()
  open([])
  expect(screen.queryByText('Loggers waiting for proof')).toBeNull()
})
