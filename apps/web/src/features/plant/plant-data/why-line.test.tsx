import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
import type { ChosenPeriod } from './chosen-period.ts'
import { WhyLine } from './why-line.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const loss = {
  kind: 'outage',
  energyWh: 2_400,
  judgedWh: 2_400,
  confidence: 'high',
  days: 1,
  isHeld: false,
  limitW: null,
  heldMs: null,
  deviceIds: [3],
  worstDay: '2026-06-05',
  fromMs: null,
  toMs: null,
}
const shade = { ...loss, kind: 'shading', energyWh: 700, judgedWh: 700, deviceIds: [] }
const why = {
  days: 30,
  judgedDays: 12,
  expectedWh: 17_000,
  producedWh: 13_900,
  currency: 'EUR',
  causes: [
    { loss, money: 0.6, names: ['East roof'] },
    { loss: shade, money: null, names: [] },
  ],
}
const month: ChosenPeriod = {
  view: 'month',
  date: '2026-06-01',
  today: '2026-06-30',
  earliest: undefined,
  isCurrent: true,
  isYesterdayFirst: false,
  name: 'Jun 2026',
}

function open(period: ChosenPeriod, reply: unknown): string[] {
  const asked: string[] = []
  const answer = ({ url }: { url: string }) => {
    asked.push(url)
    return { why: reply }
  }
  vi.stubGlobal(
    'fetch',
    answerCalls({
      'GET /maintain-s/history/power/7/why/month': answer,
      'GET /maintain-s/history/power/7/why/day': answer,
    }),
  )
  const plant = { plantId: 7, plant: {} as never, zone: 'Europe/Berlin', can: () => true }
  renderPage(
    <CurrentPlantContext value={plant}>
      <WhyLine period={period} />
      <i>drawn</i>
    </CurrentPlantContext>,
  )
  return asked
}

it('leads to the performance and names two causes with money and evidence', async () => {
  open(month, why)
  const link = await screen.findByRole('link', { name: 'Why 13.90 kWh and not 17.00 kWh?' })
  expect(link.getAttribute('href')).toBe('/plant/infos/performance?id=7&view=month&date=2026-06-01')
  expect(screen.getByText(/Outage: 2.40 kWh · €0.60/)).toBeTruthy()
  expect(screen.getByText(/East roof stopped/)).toBeTruthy()
  expect(screen.getByText(/Shading suspected: 700 Wh/)).toBeTruthy()
  expect(screen.getByText(/Days whose sky is known: 12 of 30/)).toBeTruthy()
})

it('is not there without a judged day', async () => {
  const asked = open(month, null)
  await vi.waitFor(() => expect(asked).toHaveLength(1), 10_000)
  expect(screen.queryByRole('link')).toBeNull()
})

it('asks nothing of a day that goes on', async () => {
  const today = open({ ...month, view: 'day', date: '2026-06-30' }, why)
  const before = open({ ...month, view: 'day', date: '2026-06-29', isCurrent: false }, why)
  await vi.waitFor(() => expect(before).toHaveLength(1), 10_000)
  expect(today).toEqual([])
})
