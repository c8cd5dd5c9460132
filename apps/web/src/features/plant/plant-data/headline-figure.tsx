import { addDays } from '@heliograph/domain/time.ts'
import type { Energies, PlantFigures, SkyFigures } from '../../../api/plant-figures.ts'
import { useChanged } from '../../../charts/changed.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Figure } from '../../../ui/figure.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import type { ChosenPeriod } from './chosen-period.ts'
import { nameOfComparison } from './comparison-name.ts'
import { energyNotes, productionMarks } from './energy-notes.ts'
import { headlineOf } from './headline.ts'
import styles from './headline-figure.module.css'
import { Money } from './money.tsx'
import { WhyLine } from './why-line.tsx'

type Props = Readonly<{
  period: ChosenPeriod
  energies: Energies
  sky: SkyFigures | undefined
  figures: PlantFigures | undefined
}>

/** The period's production, with its income, its share of clear skies, and the comparison with the plant's past. */
export function HeadlineFigure({ period, energies, sky, figures }: Props) {
  const { text } = useText()
  const format = useFormat()
  const { plant } = useCurrentPlant()
  const { view, isCurrent, name } = period
  const value = format.energyWh(energies.pvWh)
  const changed = useChanged(value.text)
  const { share, shareBefore, change } = headlineOf(energies.pvWh, sky ?? { clearSkyWh: null, comparison: null })
  const comparison = sky?.comparison ?? undefined
  const whole = (percent: number): string => format.percent(percent, 0)
  const kind = view === 'day' ? (isCurrent ? 'today' : 'day') : 'many'

  const facts = [
    share !== null && text(`plant-period.share.${kind}`, { percent: whole(share) }),
    change !== null &&
      comparison &&
      text(
        `plant-period.${comparison.with === 'week' ? 'week' : 'past'}.${change < 0 ? 'below' : change > 0 ? 'above' : 'same'}`,
        { percent: whole(Math.abs(change)), period: nameOfComparison(comparison, view, format) },
      ),
    ...productionMarks(energies, text, format),
  ].filter((item) => typeof item === 'string' && item !== '')

  const explained = [
    text('plant-period.produced.explain'),
    energies.income !== null &&
      figures?.price != null &&
      text('plant-period.income.explain', {
        price: text('unit.perKwh', { currency: format.price(figures.price, figures.currency) }),
      }),
    figures?.isPriced && figures.price === null && text('finance.income.explain'),
    figures?.isPriced === false && text('plant-data.income.noPrice'),
    energies.specificYieldH !== null &&
      text('plant-period.hours.are', {
        hours: format.quantity({ unit: 'h' }, energies.specificYieldH).text,
        capacity: format.peakWp(plant.capacityWp).text,
      }),
    sky?.clearSkyWh != null && text('plant-period.clear.is', { energy: format.energyWh(sky.clearSkyWh).text }),
    comparison &&
      shareBefore !== null &&
      text(comparison.with === 'week' ? 'plant-period.week.was' : 'plant-period.past.was', {
        period: nameOfComparison(comparison, view, format),
        from: format.date(comparison.from),
        to: format.date(comparison.to),
        energy: format.energyWh(comparison.pvWh / (comparison.with === 'week' ? comparison.days : 1)).text,
        percent: whole(shareBefore),
      }),
    ...energyNotes(energies, text, format),
  ].filter((item) => typeof item === 'string')

  return (
    <div className={cx(styles.headline, changed && styles.headlineNew)} data-part="headline">
      <Figure
        size="l"
        label={
          view === 'total'
            ? text('plant-period.produced.total')
            : kind === 'today'
              ? text('plant-period.produced.today')
              : view === 'day' && period.date === addDays(period.today, -1)
                ? text('plant-period.produced.yesterday', { date: name })
                : text('plant-period.produced', { period: name })
        }
        value={value}
        swatch="var(--solar)"
        estimated={energies.byPower.includes('generation')}
        explain={explained.map((item) => <p key={item}>{item}</p>)}
        note={
          <>
            {figures && energies.income !== null && (
              <>
                <Money amount={energies.income} currency={figures.currency} />
                {facts.length > 0 && ' · '}
              </>
            )}
            {facts.join(' · ')}
          </>
        }
      />
      {share !== null && (
        <div className={styles.headlineMeter} aria-hidden="true">
          <i style={{ width: `${share}%` }} />
          {shareBefore !== null && <b style={{ left: `${shareBefore}%` }} />}
        </div>
      )}
      <WhyLine period={period} />
    </div>
  )
}

export const HeadlineSkeleton = () => (
  <div className={styles.headline} aria-hidden="true">
    <Skeleton width="45%" />
    <Skeleton width="40%" height={44} />
    <Skeleton width="70%" />
  </div>
)
