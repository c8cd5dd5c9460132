import type { TextKey } from '@heliograph/i18n/keys.ts'
import type { Performance, PerformanceLoss } from '../../../api/performance.ts'
import { whoOf } from '../../../plant/losses/who-of.ts'
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
/** With less of the expected energy measured, nothing is said of the whole. */
const LEAST_VALID = 0.5
/** From here on a share reads as more than all. */
const MORE = 1.005

/** The page's first line: what the plant made of its sky in measured hours, and its largest loss with a name. */
export function answerOf(found: Performance, { period, percent, nameOf }: Words): readonly Sentence[] {
  const { whole } = found
  const { judgedDays, judgedPotentialWh, judgedProducedWh, sources, losses, validShare } = whole
  const when = period === undefined ? 'all' : 'in'
  const values = { period: period ?? '', days: judgedDays }
  if (whole.days === 0) return [{ key: `performance.answer.nothing.${when}`, values }]
  if (judgedDays === 0 || judgedPotentialWh <= 0)
    return [{ key: `performance.answer.unknown.${when}`, values }, ...lossSentence(found, percent, nameOf)]
  const unmeasured = losses.find(({ kind }) => kind === 'unmeasured')
  const measuredWh = judgedPotentialWh - Math.max(0, unmeasured?.judgedWh ?? 0)
  const valid = Math.min(measuredWh / judgedPotentialWh, validShare ?? 1)
  if (!(valid >= LEAST_VALID))
    return [{ key: `performance.answer.few.${when}`, values: { ...values, share: percent(Math.max(0, valid)) } }]
  const made = judgedProducedWh / measuredWh
  const kind = made >= MORE ? 'more' : sources.includes('clear-sky') ? 'clear' : 'measured'
  const lead: Sentence = { key: `performance.answer.${kind}.${when}`, values: { ...values, share: percent(made) } }
  const hours: readonly Sentence[] =
    unmeasured && unmeasured.judgedWh >= judgedPotentialWh * LEAST_SHARE
      ? [{ key: 'performance.answer.unmeasured', values: { days: unmeasured.days } }]
      : []
  return [lead, ...hours, ...lossSentence(found, percent, nameOf)]
}

/** The largest loss that has a name, as a share of what was possible on all days. */
function lossSentence(
  { whole: { losses, potentialWh } }: Performance,
  percent: Words['percent'],
  nameOf: Words['nameOf'],
): readonly Sentence[] {
  const named = losses.filter(({ kind }) => namedKinds.includes(kind))
  const largest = named.reduce<PerformanceLoss | undefined>(
    (most, item) => (most === undefined || item.energyWh > most.energyWh ? item : most),
    undefined,
  )
  if (largest === undefined || !(largest.energyWh >= potentialWh * LEAST_SHARE)) return []
  const share = percent(largest.energyWh / potentialWh)
  return [{ key: `performance.lost.${largest.kind}` as TextKey, values: { share, ...whoOf(largest, nameOf) } }]
}
