import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
import { AgentsPage } from './agents-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const CALL = '/maintain-s/station/7/agents'
const agent = {
  id: 5,
  name: 'Cellar',
  version: '0.1.0',
  platform: 'linux arm64',
  pairedAtMs: 1_781_000_000_000,
  heardAtMs: 1_781_000_100_000,
  isOnline: true,
  waiting: 0,
  bytes: 0,
  dropped: 0,
  refused: 0,
  clockOffsetMs: 12,
  networks: ['192.168.1.0/24'],
  targets: 2,
}

function show(agents: readonly object[]) {
  const sent: unknown[] = []
  vi.stubGlobal(
    'fetch',
    answerCalls({
      [`GET ${CALL}`]: () => ({ data: agents }),
      [`POST ${CALL}/pairing`]: ({ body }) => {
        sent.push(body)
        return { pairingCode: 'ABCD-2345', expiresAtMs: 1_781_000_900_000 }
      },
      [`DELETE ${CALL}/5`]: () => {
        sent.push('removed')
        return { success: true }
      },
    }),
  )
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant: {} as never, zone: 'Europe/Berlin', can: () => true }}>
      <AgentsPage />
    </CurrentPlantContext>,
  )
  return sent
}

it('shows a code and the two lines that install an agent', async () => {
  const sent = show([])
  await userEvent.type(await screen.findByLabelText(/^Name/), 'Attic')
  await userEvent.click(screen.getByRole('button', { name: 'Show code' }))
  expect(await screen.findByText(/Code ABCD-2345/)).toBeDefined()
  expect(screen.getByText(/node heliograph-edge\.mjs http\S+ ABCD-2345/)).toBeDefined()
  expect(sent).toEqual([{ name: 'Attic' }])
})

it('says how an agent is', async () => {
  show([
    agent,
    { ...agent, id: 6, name: 'Attic', isOnline: false, dropped: 40, clockOffsetMs: -7_200_000 },
    { ...agent, id: 8, name: 'Shed', waiting: 5_000 },
  ])
  expect(await screen.findByText(/^Online\. Connections it reads: 2\. Version 0\.1\.0\.$/)).toBeDefined()
  expect(screen.getByText(/^Not heard since .*made room for newer ones: 40.*clock is off by 2 h/)).toBeDefined()
  expect(screen.getByText(/still wait there: 5,000/)).toBeDefined()
})

it('pairs an agent anew, and removes it after a question', async () => {
  const sent = show([agent])
  await userEvent.click(await screen.findByRole('button', { name: 'Install again' }))
  expect(await screen.findByText(/Code ABCD-2345/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(/its connections end: 2/)).toBeDefined()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
  expect(sent).toEqual([{ agentId: 5 }, 'removed'])
})
