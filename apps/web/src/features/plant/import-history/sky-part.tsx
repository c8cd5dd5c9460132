import type { DayAgainstSky, ImportPreview } from '../../../api/imports.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { type Fact, Facts } from '../../../ui/facts.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from './import-page.module.css'

/** Clouds at the edge of the sun, cool modules and clear air make a day better than the model, but not by more. */
const MOST_SHARE = 1.3

/** The best and the weakest day of a file, beside what the plant could make. */
export function SkyPart({ preview: { best, worst } }: Readonly<{ preview: Pick<ImportPreview, 'best' | 'worst'> }>) {
  const { text } = useText()
  const format = useFormat()
  if (best === null || worst === null) return null
  const isTooMuch = best.possibleWh !== null && best.fileWh > MOST_SHARE * best.possibleWh
  const valuesOf = ({ fileWh, possibleWh }: DayAgainstSky) => ({
    energy: format.energyWh(fileWh).text,
    possible: format.energyWh(possibleWh).text,
  })
  const write = (day: DayAgainstSky): Fact[1] => (
    <>
      {format.date(day.date)}
      <small>{text('imports.ofPossible', valuesOf(day))}</small>
    </>
  )
  const facts: readonly Fact[] = [
    [text('imports.best'), write(best)],
    ...(worst.date === best.date ? [] : [[text('imports.worst'), write(worst)] as const]),
  ]
  return (
    <>
      <Facts className={styles.importTotals} facts={facts} />
      {isTooMuch && (
        <Notice tone="warn">{text('imports.tooMuch', { date: format.date(best.date), ...valuesOf(best) })}</Notice>
      )}
    </>
  )
}
