import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
import { LineSeriesCard } from './line-series-card.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const series = { measurement: 'kW', tags: {}, field: 'value', value: 1.5, seenAtMs: 1_750_000_000_000, use: null }
const open = { ...series, id: 1, tags: { entity_id: 'grid' }, state: 'open' }
const ignored = { ...series, id: 2, measurement: 'cpu', state: 'ignored' }

function show(data: readonly object[], onAsked: () => void = () => {}) {
  const sent: unknown[] = []
  const at = '/maintain-s/station/7/line-series'
  const take = ({ body }: Readonly<{ body: unknown }>) => {
    sent.push(body)
    return { success: true }
  }
  vi.stubGlobal(
    'fetch',
    answerCalls({
      [`GET ${at}`]: () => {
        onAsked()
        return { data }
      },
      [`POST ${at}`]: take,
    }),
  )
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant: {} as never, zone: 'Europe/Berlin', can: () => true }}>
      <LineSeriesCard />
    </CurrentPlantContext>,
  )
  return sent
}

it('assigns a series, with the unit that its measurement names', async () => {
  const sent = show([ignored, open])
  await userEvent.click(await screen.findByRole('button', { name: 'Assign kW,entity_id=grid value' }))
  await userEvent.type(screen.getByLabelText('Device'), 'GRID')
  await userEvent.selectOptions(screen.getByLabelText('Quantity'), 'gridPowerW')
  expect(screen.getByLabelText<HTMLSelectElement>('Unit').value).toBe('kW')
  await userEvent.selectOptions(screen.getByLabelText('Sign'), 'turned')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() =>
    expect(sent).toEqual([
      { series: [{ id: 1, use: { serial: 'GRID', quantity: 'gridPowerW', unit: 'kW', isTurned: true } }] },
    ]),
  )
})

it('ignores series, and stops ignoring them', async () => {
  const sent = show([open, { ...open, id: 3 }, ignored])
  await userEvent.click(await screen.findByRole('button', { name: 'Ignore 2 series' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: 'Stop ignoring' }))
  await vi.waitFor(() =>
    expect(sent).toEqual([
      {
        series: [
          { id: 1, use: 'ignored' },
          { id: 3, use: 'ignored' },
        ],
      },
      { series: [{ id: 2, use: null }] },
    ]),
  )
})

it('is not there for a plant without series', async () => {
  let asked = 0
  show([], () => {
    asked += 1
  })
  await vi.waitFor(() => expect(asked).toBe(1))
  expect(screen.queryByText('Line protocol')).toBeNull()
})
