import { formatNumber, type NumberMarks, withMarks } from '@heliograph/domain/format/number.ts'
import { formatMoment, formatTimestamp } from '@heliograph/domain/format/timestamp.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import styles from './format-sample.module.css'

// A number and an instant that show every separator: thousands, decimals, a day after the twelfth, an afternoon.
const FIGURE = 1_234_567.89
const DEGREES_C = 23.5
const AT_MS = Date.UTC(2026, 6, 24, 15, 5, 9)

export const sampleNumber = (locale: string, marks: NumberMarks | 'auto'): string =>
  formatNumber(FIGURE, withMarks(locale, marks))
export const sampleDate = (locale: string, format: 'iso' | 'locale'): string =>
  format === 'locale' ? formatMoment(AT_MS, 'UTC', locale, AT_MS) : formatTimestamp(AT_MS, 'UTC', { seconds: false })

/** The same three values in the formats chosen below. */
export function FormatSample() {
  const { text } = useText()
  const format = useFormat()
  const parts = [
    { name: text('account.sample.figure'), value: format.number(FIGURE) },
    { name: text('account.sample.temperature'), value: format.quantity({ unit: '°C' }, DEGREES_C).text },
    { name: text('account.sample.time'), value: format.moment(AT_MS, 'UTC') },
  ]
  return (
    <dl className={styles.formatSample} data-testid="format-sample" aria-label={text('account.sample')}>
      {parts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
