/** The highest value of a period: the highest power of a day, the best day, month or year of a longer one. */
import type { DayCurveFigures, PeriodEnergies } from '../../../api/plant-figures.ts'
import { type BarsType, keyOfRow } from './period-bars-data.ts'

export type Best =
  | Readonly<{ of: 'day'; powerW: number; atMs: number }>
  | Readonly<{ of: BarsType; energyWh: number; key: string }>

export function bestSlot({ slots }: Pick<DayCurveFigures, 'slots'>): Best | undefined {
  let best: Best | undefined
  for (const { pvW, atMs } of slots)
    if (pvW !== null && pvW > 0 && (best?.of !== 'day' || pvW > best.powerW)) best = { of: 'day', powerW: pvW, atMs }
  return best
}

export function bestRow(type: BarsType, rows: readonly PeriodEnergies[]): Best | undefined {
  let best: Best | undefined
  for (const row of rows)
    if (row.pvWh !== null && row.pvWh > 0 && (best?.of !== type || row.pvWh > best.energyWh))
      best = { of: type, energyWh: row.pvWh, key: keyOfRow(type, row) }
  return best
}
