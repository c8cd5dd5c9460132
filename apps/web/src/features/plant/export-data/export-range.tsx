import type { ExportDefinition } from '@heliograph/domain/plant-export.ts'
import { ranges } from '../../../address/paths.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { DateField } from '../../../ui/date-field.tsx'
import styles from './export-data.module.css'
import { type Checked, rangeOf } from './export-state.ts'

/** The days of the file; how many are possible is said once they are too many. */
export function ExportRange({
  definition,
  checked,
  today,
  onChange,
}: Readonly<{
  definition: ExportDefinition
  checked: Checked
  today: string
  onChange: (change: Partial<ExportDefinition>) => void
}>) {
  const { text } = useText()
  const format = useFormat()
  const { days, limit, problem } = checked
  const isOver = problem === 'tooLong' || problem === 'order' || problem === 'notYear'
  return (
    <div className={styles.exportRange}>
      <div className={styles.exportRanges}>
        {ranges.map((name) => {
          const range = rangeOf(name, today)
          const isChosen = range.from === definition.from && range.to === definition.to
          return (
            <Button
              key={name}
              size="s"
              kind={isChosen ? 'primary' : 'plain'}
              aria-pressed={isChosen}
              onClick={() => onChange(range)}
            >
              {text(`exports.range.${name}`)}
            </Button>
          )
        })}
      </div>
      <div className={styles.exportPair}>
        <DateField
          label={text('exports.from')}
          value={definition.from}
          max={today}
          onChange={(from) => onChange({ from })}
        />
        <DateField label={text('exports.to')} value={definition.to} max={today} onChange={(to) => onChange({ to })} />
      </div>
      <p className={cx(styles.exportLimit, isOver && styles.exportLimitOver)} role={isOver ? 'alert' : undefined}>
        {problem === 'order' || problem === 'notYear'
          ? text(problem === 'order' ? 'exports.order' : 'exports.report.notYear')
          : problem === 'tooLong'
            ? text('exports.tooLong', { days: format.count(days), limit: format.count(limit) })
            : text('exports.days', { count: days })}
      </p>
    </div>
  )
}
