import { Link } from 'react-router'
import { refusedStepsPath } from '../../address/paths.ts'
import type { PlantFigures } from '../../api/plant-figures.ts'
import { useCurrentPlant } from '../../plant/current-plant.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { Explain } from '../../ui/explain.tsx'
import styles from './facts-list.module.css'
import { totalsOf } from './totals.ts'

/** The two totals side by side, and what was left out of ours. */
export function TotalsCard({ figures }: Readonly<{ figures: PlantFigures }>) {
  const { text } = useText()
  const format = useFormat()
  const { plantId, can } = useCurrentPlant()
  const { sumKwh, counterKwh, differenceKwh, reason } = totalsOf(figures)
  const { refusedSteps, refusedKwh, counterResets, estimatedSamples } = figures.total
  const refused = `${format.count(refusedSteps)} · ${format.energyKwh(refusedKwh).text}`
  return (
    <Card title={text('plant-data.totals')} aside={<Explain>{text('plant-data.totals.explain')}</Explain>}>
      <dl className={styles.facts}>
        <div>
          <dt>{text('plant-data.totals.sum')}</dt>
          <dd>{format.energyKwh(sumKwh).text}</dd>
        </div>
        <div>
          <dt>{text('plant-data.totals.counter')}</dt>
          <dd>{format.energyKwh(counterKwh).text}</dd>
        </div>
        <div>
          <dt>{text('plant-data.totals.refused')}</dt>
          <dd>
            {refusedSteps === 0 ? (
              text('plant-data.totals.none')
            ) : can('editPlant') ? (
              <Link to={refusedStepsPath(plantId)}>{refused}</Link>
            ) : (
              refused
            )}
          </dd>
        </div>
        <div>
          <dt>{text('plant-data.totals.estimated')}</dt>
          <dd>{estimatedSamples === 0 ? text('plant-data.totals.none') : format.count(estimatedSamples)}</dd>
        </div>
        {counterResets > 0 && (
          <div>
            <dt>{text('plant-data.totals.resets')}</dt>
            <dd>{format.count(counterResets)}</dd>
          </div>
        )}
      </dl>
      {reason && differenceKwh !== null ? (
        <p className={cx(styles.factsNote, styles.factsNoteWarn)}>
          {text(reason, { difference: format.energyKwh(Math.abs(differenceKwh)).text })}
        </p>
      ) : (
        counterKwh !== null && sumKwh !== null && <p className={styles.factsNote}>{text('plant-data.totals.agree')}</p>
      )}
    </Card>
  )
}
