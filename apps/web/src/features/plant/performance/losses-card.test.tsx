import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Performance, PerformanceLoss } from '../../../api/performance.ts'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { renderPage } from '../../../testing/render.tsx'
import { LossesCard } from './losses-card.tsx'

afterEach(cleanup)

const loss = (kind: PerformanceLoss['kind'], kwh: number, options: Partial<PerformanceLoss> = {}): PerformanceLoss => ({
  kind,
  energyWh: kwh * 1000,
  judgedWh: kwh * 1000,
  confidence: 'high',
  days: 1,
  deviceIds: [],
  worstDay: '2026-10-04',
  fromMs: null,
  toMs: null,
  isHeld: false,
  limitW: null,
  heldMs: null,
  ...options,
})

function open(losses: PerformanceLoss[], producedKwh: number | null, judgedDays = 31) {
  const producedWh = producedKwh === null ? null : producedKwh * 1000
  const potentialWh = (producedWh ?? 0) + losses.reduce((sum, { energyWh }) => sum + energyWh, 0)
  const found: Performance = {
    period: '2026-10',
    capacityWp: 10_000,
    zone: 'UTC',
    reason: '',
    countedTo: null,
    waitingSinceMs: null,
    parts: new Map(),
    clockShiftMs: null,
    inverters: [{ deviceId: 2, name: 'Barn', capacityWp: 5_000, producedWh: 1_000, specificYieldH: 1 }],
    whole: {
      days: 31,
      judgedDays,
      sources: ['in-plane'],
      potentialWh,
      producedWh,
      losses,
      judgedPotentialWh: potentialWh,
      judgedProducedWh: producedWh ?? 0,
      finalYieldH: 94,
      referenceYieldH: 110,
      performanceRatio: 0.8,
      performanceRatio25C: 0.8,
      energyAvailability: 1,
      validShare: 1,
    },
  }
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant: {} as never, zone: 'UTC', can: () => true }}>
      <LossesCard found={found} name="Oct 2026" />
    </CurrentPlantContext>,
  )
}
const rowOf = (name: RegExp): HTMLElement => screen.getByRole('row', { name })

describe('the waterfall of losses', () => {
  it('goes from what was expected, loss by loss, to what came', () => {
    const at = Date.UTC(2026, 9, 4, 8)
    open([loss('outage', 30, { deviceIds: [2], fromMs: at, toMs: at + 7_200_000 }), loss('unexplained', 20)], 950)
    expect(within(rowOf(/^Expected/)).getByText('1,000.0')).toBeTruthy()
    const outage = rowOf(/^Outage/)
    expect(outage.textContent).toMatch(/Barn stopped, .* On Oct 4, from 08:00 to 10:00\./)
    expect(outage.textContent).toMatch(/-30\.0-3\.0%High$/)
    expect(rowOf(/^Produced/).textContent).toMatch(/950\.095\.0%$/)
  })

  it('says where the feed-in was flat, and for how long', () => {
    const at = Date.UTC(2026, 9, 4, 8)
    open([loss('export-limit', 12, { limitW: 3_000, heldMs: 5.5 * HOUR_MS, fromMs: at, toMs: at + 19_800_000 })], 950)
    const row = rowOf(/^Export limit/)
    expect(row.textContent).toMatch(/flat at 3(\.00)?\s?kW for 5\s?h 30\s?min .* On Oct 4, from 08:00 to 13:30\./)
  })

  it('sums the hours of several days without calling them days', () => {
    open([loss('export-limit', 12, { limitW: 3_000, heldMs: 92.5 * HOUR_MS, days: 11 })], 950)
    expect(rowOf(/^Export limit/).textContent).toMatch(/flat at 3(\.00)?\s?kW for 93\s?h .* 11 days, most on Oct 4/)
  })

  it('says so where more came than expected', () => {
    open([loss('unexplained', -50)], 1_050)
    expect(rowOf(/^Unexplained/).textContent).toMatch(/More came than expected.*50\.05\.0%/)
  })

  it('shows no zero for a month without data, and calls a clear sky a bound', () => {
    open([loss('unmeasured', 800)], null, 0)
    expect(rowOf(/^Produced/).textContent).toMatch(/^Produced--/)
    expect(rowOf(/^Expected, or clear sky at most/)).toBeTruthy()
  })
})
