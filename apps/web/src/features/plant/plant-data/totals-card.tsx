import { Link } from 'react-router'
import { refusedStepsPath } from '../../../address/paths.ts'
import type { PlantFigures } from '../../../api/plant-figures.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Explain } from '../../../ui/explain.tsx'
import styles from './facts-list.module.css'
import { totalsOf } from './totals.ts'

/** The two totals side by side, and what was left out of ours. */
export function TotalsCard({ figures }: Readonly<{ figures: PlantFigures }>) {
  const { text } = useText()
  const format = useFormat()
  const { plantId, can } = useCurrentPlant()
  const { sumWh, counterWh, differenceWh, reason } = totalsOf(figures)
  const { refusedSteps, refusedWh, counterResets, estimatedSamples } = figures.total
  // Counters step by up to 1 kWh: decimals would change with every record and mean nothing.
  const apart = Math.abs(differenceWh ?? 0)
  const difference = apart > 1000 && apart < 1e6 ? `${format.number(apart / 1000, 0)} kWh` : format.energyWh(apart).text
  const [sum, counter] = [format.energyWh(sumWh).text, format.energyWh(counterWh).text]
  const refused = `${format.count(refusedSteps)} · ${format.energyWh(refusedWh).text}`
  return (
    <Card
      title={text('plant-data.totals')}
      aside={<Explain of={text('plant-data.totals')}>{text('plant-data.totals.explain')}</Explain>}
    >
      <dl className={styles.facts}>
        <div>
          <dt>{text('plant-data.totals.sum')}</dt>
          <dd>{sum}</dd>
        </div>
        <div>
          <dt>{text('plant-data.totals.counter')}</dt>
          <dd>{counter}</dd>
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
        <div>
          <dt>{text('plant-period.operating')}</dt>
          <dd>{text('plant-data.tile.total.days', { count: figures.operatingDays })}</dd>
        </div>
        {counterResets > 0 && (
          <div>
            <dt>{text('plant-data.totals.resets')}</dt>
            <dd>{format.count(counterResets)}</dd>
          </div>
        )}
      </dl>
      {differenceWh !== null && (
        <p className={cx(styles.factsNote, reason && styles.factsNoteWarn)}>
          {text(reason ?? (sum === counter ? 'plant-data.totals.agree' : 'plant-period.totals.close'), {
            difference,
            percent: format.smallPercent((apart / (sumWh || 1)) * 100),
          })}
        </p>
      )}
    </Card>
  )
}
