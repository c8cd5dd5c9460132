import type { LossKind } from '@heliograph/domain/performance/losses.ts'
import { type LossSum, sumDays } from '@heliograph/domain/performance/sum-days.ts'
import { versionOn } from '@heliograph/domain/tariff/tariff.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { listDevicesOfPlants } from '../../fleet/devices/devices.ts'
import { moneyOfLoss, type Pricing, readPricingOf } from '../../fleet/finance/finance.ts'
import { getFacts } from '../../fleet/plants/plants.ts'
import type { Db } from '../../platform/db/database.ts'
import { type DayRow, readDays } from './day-rows.ts'
import { boundsOf, chooseDate, type PerformanceSpan } from './plant-performance.ts'

/** A figure of judged days against its expectation; energies Wh. */
export type PeriodWhy = Readonly<{
  days: number
  judgedDays: number
  expectedWh: number
  producedWh: number
  currency: string
  /** The largest first; `money` would have been earned with it, null: no price says so. */
  causes: readonly Readonly<{ loss: LossSum; money: number | null; names: readonly string[] }>[]
}>

/** Energy of which nobody knows where it went is no cause. */
const unknownKinds: readonly LossKind[] = ['unmeasured', 'sky']
/** A reader remembers two. */
const MOST_CAUSES = 2

/**
 * Why a day, month, year or all days brought less than expected: the two largest causes on the judged days, as the
 * performance of the same period has them. null: no judged day, nothing is missing, or no
 * cause is known.
 * @throws Refusal NOT_FOUND, PARAM_ERROR
 */
export async function explainPeriod(
  db: Db,
  plantId: number,
  span: PerformanceSpan | 'day',
  date: string | undefined,
  nowMs: number,
): Promise<PeriodWhy | null> {
  const facts = await getFacts(db, plantId)
  const wanted = chooseDate(date, localDate(nowMs, facts.zone))
  const { from, to } = span === 'day' ? { from: wanted, to: wanted } : boundsOf(span, wanted)
  const rows = await readDays(db, plantId, from, to)
  const { days, judgedDays, judgedPotentialWh, judgedProducedWh, losses } = sumDays(rows)
  const lost = losses
    .filter(({ kind, judgedWh }) => judgedWh > 0 && !unknownKinds.includes(kind))
    .toSorted((a, b) => b.judgedWh - a.judgedWh)
  if (judgedDays === 0 || judgedPotentialWh <= judgedProducedWh || lost.length === 0) return null
  const [pricing, devices] = await Promise.all([readPricingOf(db, facts), listDevicesOfPlants(db, [plantId])])
  const names = new Map((devices.get(plantId) ?? []).map(({ deviceId, name }) => [deviceId, name]))
  return {
    days,
    judgedDays,
    expectedWh: judgedPotentialWh,
    producedWh: judgedProducedWh,
    currency: facts.currency,
    causes: lost.slice(0, MOST_CAUSES).map((loss) => ({
      loss,
      money: moneyOfKind(rows, loss.kind, pricing),
      names: loss.inverters.flatMap((id) => names.get(id) ?? []),
    })),
  }
}

/** Each judged day by the price in force on it. */
function moneyOfKind(rows: readonly DayRow[], kind: LossKind, { versions }: Pricing): number | null {
  let sum: number | null = 0
  for (const { day, isJudged, losses } of rows) {
    if (!isJudged) continue
    const wh = losses.reduce((all, loss) => all + (loss.kind === kind ? loss.energyWh : 0), 0)
    if (wh === 0) continue
    const money = moneyOfLoss(wh, { plain: null, tariff: versionOn(versions, day)?.tariff ?? null })
    sum = sum === null || money === null ? null : sum + money
  }
  return sum
}
