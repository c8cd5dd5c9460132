import type { Analysis, AnalysisPeriod } from '@heliograph/contract/maintain-s/history.ts'
import type { AnalyzedKind, PeriodAnalysis } from '../../fleet/plants/plants.ts'
import { toKwh } from './scales.ts'

export const kindOfAnalysis: Readonly<Record<AnalysisPeriod, AnalyzedKind>> = {
  day: 'daily',
  month: 'month',
  year: 'year',
}
const wireKind: Readonly<Record<AnalyzedKind, AnalysisPeriod>> = { daily: 'day', month: 'month', year: 'year' }

export function toWireAnalysis(found: PeriodAnalysis): Analysis {
  const findings = found.findings.map(({ value, usual, unit, ...same }) => ({
    ...same,
    value: unit === 'Wh' ? toKwh(value) : value,
    usual: unit === 'Wh' ? toKwh(usual) : usual,
    unit: unit === 'Wh' ? ('kWh' as const) : unit,
  }))
  const [first] = findings
  return {
    id: found.plantId,
    period: wireKind[found.kind],
    from: found.from,
    to: found.to,
    running: found.isRunning,
    analysisResult: first?.code ?? 'noData',
    type: first?.type ?? 'data',
    genValue: toKwh(found.generationWh),
    useValue: toKwh(found.useWh),
    findings,
    version: found.version,
  }
}
