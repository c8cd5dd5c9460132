import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { answerCalls, renderPage } from '../../testing/render.tsx'
import { CurrentPlantContext } from '../current-plant.ts'
import { NamedNumbersCard } from './named-numbers-card.tsx'

// The list is fetched when it is first wanted; the first test should not wait for it.
beforeAll(() => import('../../ui/combobox-field.tsx'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const number = {
  id: 1,
  loggerId: 5,
  device: 'tasmota cellar MT175',
  name: 'P',
  label: '',
  unit: '',
  value: -894,
  seenAtMs: 1_750_000_000_000,
  state: 'open',
  guess: { quantity: 'gridPowerW', unit: 'W', isTurned: false },
  use: null,
}
const assigned = { quantity: 'gridImportTotalWh', unit: 'Wh', isTurned: false }

function show(data: readonly object[], loggerId?: number) {
  const sent: unknown[] = []
  const take = ({ body }: Readonly<{ body: unknown }>) => {
    sent.push(body)
    return { success: true }
  }
  const at = '/maintain-s/station/7/numbers'
  const answers = { [`GET ${at}`]: () => ({ data }), [`POST ${at}/1`]: take }
  vi.stubGlobal('fetch', answerCalls(answers))
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant: {} as never, zone: 'Europe/Berlin', can: () => true }}>
      <NamedNumbersCard {...(loggerId !== undefined && { loggerId })} />
    </CurrentPlantContext>,
  )
  return sent
}
const row = (name: RegExp) => screen.findByRole('group', { name })

it('shows a number with its guess, and takes another quantity from a list', async () => {
  const sent = show([number])
  const found = within(await row(/^P/))
  expect(await found.findByDisplayValue(/^By its name: Grid power/u)).toBeTruthy()
  expect(found.getByText('Stored as -894 W')).toBeTruthy()
  await userEvent.click(await found.findByRole('combobox'))
  await userEvent.keyboard('battery power{Enter}')
  await vi.waitFor(() => expect(sent).toEqual([{ use: { quantity: 'batteryPowerW', unit: 'W', isTurned: false } }]))
})

it('of an assigned number changes unit and sign, and says how it is stored', async () => {
  const sent = show([{ ...number, name: 'E', value: 12, state: 'assigned', use: assigned }])
  const found = within(await row(/^E/))
  expect(found.getByText('Stored as 12 Wh')).toBeTruthy()
  await userEvent.selectOptions(found.getByLabelText('Unit'), 'kWh')
  await userEvent.selectOptions(found.getByLabelText('Sign'), 'turned')
  await vi.waitFor(() =>
    expect(sent).toEqual([{ use: { ...assigned, unit: 'kWh' } }, { use: { ...assigned, isTurned: true } }]),
  )
})

it('offers only quantities of a unit that the source states', async () => {
  show([{ ...number, unit: 'Hz', guess: null }])
  const found = within(await row(/^P/))
  expect(found.getByText('Not stored')).toBeTruthy()
  await userEvent.click(await found.findByRole('combobox'))
  const names = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(names).toEqual(expect.arrayContaining(['Not assigned', 'Ignore', 'Grid frequency']))
  expect(names.join()).not.toMatch(/power/i)
})

it('of another connection is not there', async () => {
  show([number, { ...number, id: 2, name: 'other', loggerId: 6 }], 6)
  await row(/^other/)
  expect(screen.queryByRole('group', { name: /^P/ })).toBeNull()
})
