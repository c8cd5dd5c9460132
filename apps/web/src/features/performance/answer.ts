import type { TextKey } from '@heliograph/i18n/keys.ts'
import type { Performance, PerformanceLoss } from '../../api/performance.ts'
import { namedKinds } from './loss-looks.ts'

/** A sentence: its text and the values in it. */
export type Sentence = Readonly<{ key: TextKey; values: Readonly<Record<string, string | number>> }>

type Words = Readonly<{
  /** `Oct 2026`, `2026`; undefined: all of the plant's days. */
  period: string | undefined
  percent: (share: number) => string
  nameOf: (deviceId: number) => string | undefined
}>

/** Less of the expected energy is not worth a sentence. */
const LEAST_SHARE = 0.005

/** The page's first line: what the plant made of its sky, and its largest loss with a name. */
export function answerOf(found: Performance, { period, percent, nameOf }: Words): readonly Sentence[] {
  const { whole } = found
  const { judgedDays, judgedPotentialKwh, judgedProducedKwh, sources } = whole
  const when = period === undefined ? 'all' : 'in'
  const values = { period: period ?? '', days: judgedDays }
  if (whole.days === 0) return [{ key: `performance.answer.nothing.${when}`, values }]
  if (judgedDays === 0 || judgedPotentialKwh <= 0)
    return [{ key: `performance.answer.unknown.${when}`, values }, ...lossSentence(found, percent, nameOf)]
  const share = percent(judgedProducedKwh / judgedPotentialKwh)
  const isMeasured = !sources.includes('clear-sky')
  const lead: Sentence = {
    key: isMeasured ? `performance.answer.measured.${when}` : `performance.answer.clear.${when}`,
    values: { ...values, share },
  }
  return [lead, ...lossSentence(found, percent, nameOf)]
}

/** The largest loss that has a name, as a share of what was possible on all days. */
function lossSentence(
  { whole: { losses, potentialKwh } }: Performance,
  percent: Words['percent'],
  nameOf: Words['nameOf'],
): readonly Sentence[] {
  const named = losses.filter(({ kind }) => namedKinds.includes(kind))
  const largest = named.reduce<PerformanceLoss | undefined>(
    (most, one) => (most === undefined || one.kwh > most.kwh ? one : most),
    undefined,
  )
  if (largest === undefined || !(largest.kwh >= potentialKwh * LEAST_SHARE)) return []
  const share = percent(largest.kwh / potentialKwh)
  return [{ key: `performance.lost.${largest.kind}` as TextKey, values: { share, ...whoOf(largest, nameOf) } }]
}

/** Whose loss it is: a name, a number of inverters, or the plant. */
export function whoOf(
  { deviceIds }: PerformanceLoss,
  nameOf: Words['nameOf'],
): Readonly<{ who: 'one' | 'many' | 'plant'; name: string; count: number }> {
  const name = deviceIds.length === 1 ? nameOf(deviceIds[0] ?? 0) : undefined
  if (name !== undefined) return { who: 'one', name, count: 1 }
  return { who: deviceIds.length > 1 ? 'many' : 'plant', name: '', count: deviceIds.length }
}
