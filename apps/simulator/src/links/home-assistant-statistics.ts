import { HOUR_MS } from '@heliograph/domain/duration.ts'
import type { PastTotals } from '../history.ts'
import type { Home } from '../sites/home.ts'
import { idOf } from './home-assistant-entities.ts'
import { isLowTariff } from './low-tariff.ts'

type Row = Readonly<{ start: number; end: number; sum: number }>

/** The long-term statistics that Home Assistant keeps of energies: the sum of each counter at the end of each hour, in kWh. */
export function createStatistics({ model, steps }: Home) {
  const { zone } = model.spec
  const columns: Readonly<Record<string, (step: PastTotals, before: PastTotals, isLow: boolean) => number>> = {
    [idOf('pvEnergy')]: (step, before) => step.generation - before.generation,
    [idOf('importLow')]: (step, before, isLow) => (isLow ? step.import - before.import : 0),
    [idOf('importHigh')]: (step, before, isLow) => (isLow ? 0 : step.import - before.import),
    [idOf('exportLow')]: (step, before, isLow) => (isLow ? step.export - before.export : 0),
    [idOf('exportHigh')]: (step, before, isLow) => (isLow ? 0 : step.export - before.export),
    [idOf('charged')]: (step, before) => step.charge - before.charge,
    [idOf('discharged')]: (step, before) => step.discharge - before.discharge,
  }
  const hours = steps.filter(({ atMs }) => atMs % HOUR_MS === 0)

  return (ids: readonly string[], fromMs: number, toMs: number): Readonly<Record<string, readonly Row[]>> => {
    const found = ids.flatMap((id) => {
      const change = columns[id]
      if (change === undefined) return []
      let sum = 0
      const rows = hours.slice(1).flatMap((hour, index): readonly Row[] => {
        const before = hours[index] as PastTotals
        sum += change(hour, before, isLowTariff(before.atMs, zone)) / 1000
        const isAsked = before.atMs >= fromMs && before.atMs < toMs
        return isAsked ? [{ start: before.atMs, end: hour.atMs, sum: Number(sum.toFixed(6)) }] : []
      })
      return rows.length === 0 ? [] : [[id, rows] as const]
    })
    return Object.fromEntries(found)
  }
}
