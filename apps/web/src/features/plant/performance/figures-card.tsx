import type { TextKey } from '@heliograph/i18n/keys.ts'
import type { ReactNode } from 'react'
import type { PerformanceFigures } from '../../../api/performance.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import cardStyles from '../../../ui/card.module.css'
import { cx } from '../../../ui/class-names.ts'
import { Figure } from '../../../ui/figure.tsx'
import styles from './performance-page.module.css'

const MISSING = '--'

/** The period's choice above the ratios of the standard; each explains itself. */
export function FiguresCard({ bar, figures }: Readonly<{ bar: ReactNode; figures: PerformanceFigures | undefined }>) {
  const { text } = useText()
  const format = useFormat()
  const percent = (share: number | null | undefined, decimals = 1) => ({
    value: share === null || share === undefined ? MISSING : format.number(share * 100, decimals),
    unit: share === null || share === undefined ? '' : '%',
    text: '',
  })
  const hours = (value: number | null | undefined) => ({
    value: format.number(value ?? null, 1),
    unit: value === null || value === undefined ? '' : 'kWh/kWp',
    text: '',
  })
  const why = (known: number | null | undefined): string | undefined =>
    known === null ? text(figures?.judgedDays === 0 ? 'performance.none.judged' : 'performance.none.valid') : undefined
  const rows: readonly Readonly<{
    id: string
    label: TextKey
    explain: TextKey
    value: ReturnType<typeof hours>
    note?: string | undefined
  }>[] = [
    {
      id: 'pr',
      label: 'performance.pr',
      explain: 'performance.pr.explain',
      value: percent(figures?.performanceRatio),
      note: why(figures?.performanceRatio),
    },
    {
      id: 'pr25',
      label: 'performance.pr25',
      explain: 'performance.pr25.explain',
      value: percent(figures?.performanceRatio25C),
      note: why(figures?.performanceRatio25C),
    },
    {
      id: 'yield',
      label: 'performance.yield',
      explain: 'performance.yield.explain',
      value: hours(figures?.finalYieldH),
    },
    {
      id: 'availability',
      label: 'performance.availability',
      explain: 'performance.availability.explain',
      value: percent(figures?.energyAvailability),
    },
    {
      id: 'valid',
      label: 'performance.valid',
      explain: 'performance.valid.explain',
      value: percent(figures?.validShare, 0),
      note: figures && text('performance.valid.days', { judged: figures.judgedDays, days: figures.days }),
    },
  ]
  return (
    <section
      className={cx(cardStyles.card, cardStyles.cardFlush)}
      data-part="card"
      aria-label={text('performance.figures')}
    >
      {bar}
      <div className={styles.figures}>
        {rows.map(({ id, label, explain, value, note }) => (
          <Figure key={id} label={text(label)} value={value} explain={text(explain)} {...(note ? { note } : {})} />
        ))}
      </div>
    </section>
  )
}
