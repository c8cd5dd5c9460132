import { daysBetween } from '@heliograph/domain/time.ts'
import type { PlantChange, Replay } from '../../../api/what-if.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import styles from './what-if.module.css'

/** The server's careful and hopeful assumptions (insight/what-if/play-year.ts). */
const LOSS_POINTS = { more: 5, less: 3 }
const POWER_PERCENT = 30

/** All that the result rests on: the days, the models and their bounds. */
export function AssumedCard({ replay, change }: Readonly<{ replay: Replay; change: PlantChange }>) {
  const { text, gap } = useText()
  const format = useFormat()
  const { from, to, days, ofDays, leftOut, battery, limitW, meter, whole } = replay
  const energy = (wh: number | null): string => format.energyWh(wh).text
  const power = (watts: number): string => format.powerW(watts).text
  const percent = (value: number): string => format.percent(value, 0)
  const date = (day: string): string => format.date(day)
  const size = change.battery?.size ?? null
  const hasPanels = change.moreWp > 0
  const isModelled = battery !== null && hasPanels && change.battery?.way !== 'instead'
  const left = leftOut.toSorted((a, b) => b.days - a.days)
  return (
    <Card title={text('what-if.assumed')}>
      <ul className={styles.assumed}>
        <li>{text('what-if.assumed.hours', { from: date(from), to: date(to), days, ofDays })}</li>
        {left.map(({ reason, days: count, spans }) => (
          <li key={reason}>
            {text(`what-if.left.${reason}`, { count })}
            {gap}
            <span className={styles.spans}>
              {spans
                .map((span) => (span.from === span.to ? date(span.from) : `${date(span.from)} – ${date(span.to)}`))
                .join(', ')}
              {count > spans.reduce((sum, span) => sum + daysBetween(span.from, span.to) + 1, 0) && ' …'}
            </span>
          </li>
        ))}
        {size && (
          <li>
            {text('what-if.assumed.battery', {
              power: power(size.powerW),
              roundTrip: percent(size.roundTripPercent),
              usable: percent(size.usablePercent),
            })}
          </li>
        )}
        {change.battery?.way === 'instead' && <li>{text('what-if.assumed.takenOut')}</li>}
        {battery && meter === 'grid' && (
          <li>
            {text('what-if.assumed.there', {
              usable: energy(battery.usableWh),
              power: power(battery.powerW),
              roundTrip: percent(battery.roundTripPercent),
            })}
            {gap}
            {(isModelled || change.battery?.way === 'instead') &&
              text('what-if.assumed.model', {
                model: energy(battery.modelImportWh),
                measured: energy(whole.before.importWh),
              })}
          </li>
        )}
        {hasPanels && (
          <li>
            {text('what-if.assumed.panels')}
            {gap}
            {limitW === null
              ? text('what-if.assumed.noLimit')
              : text('what-if.assumed.limit', { power: power(limitW) })}
          </li>
        )}
        {(size !== null || hasPanels) && (
          <li>
            {text('what-if.assumed.range', {
              points: LOSS_POINTS.more,
              fewer: LOSS_POINTS.less,
              share: percent(POWER_PERCENT),
            })}
          </li>
        )}
        <li>{text('what-if.assumed.prices')}</li>
      </ul>
    </Card>
  )
}
