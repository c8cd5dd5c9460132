import type { FleetScreen, ScreenAlarm, ScreenPlaces } from '../../../api/screen.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { cx } from '../../../ui/class-names.ts'
import styles from './large-screen.module.css'
import { Panel } from './panel.tsx'
import { ScreenMap } from './screen-map.tsx'
import { StatusRing } from './status-ring.tsx'
import { TroubleTicker } from './trouble-ticker.tsx'

/** Beside two lines of CO₂. */
const MOST_CURRENCIES = 4
/** As many as the panel has room for. */
const BEST = 5

type Props = Readonly<{
  /** undefined: not known yet; the places are there first. */
  screen: FleetScreen | undefined
  /** undefined: not known yet. */
  places: ScreenPlaces | undefined
  alarms: readonly ScreenAlarm[] | undefined
}>
type Known = Readonly<{ screen: FleetScreen }>

export function FleetWall({ screen, places, alarms }: Props) {
  const { text } = useText()
  return (
    <div className={styles.grid} data-waiting={screen === undefined || undefined}>
      <Panel title={text('large-screen.now')} area={styles.areaNow}>
        {screen && <PowerNow screen={screen} />}
      </Panel>
      <Panel title={text('large-screen.energy')} area={styles.areaEnergy}>
        {screen && <Energies screen={screen} />}
      </Panel>
      <Panel title={text('large-screen.gain')} area={styles.areaGain}>
        {screen && <Gain screen={screen} />}
      </Panel>
      <section className={cx(styles.panel, styles.areaMap)} aria-label={text('large-screen.places')}>
        {(screen ?? places) && <ScreenMap found={places} />}
      </section>
      <Panel title={text('large-screen.status')} area={styles.areaStatus}>
        {screen && <StatusRing total={screen.counts.total} byStatus={screen.counts.byStatus} />}
      </Panel>
      <Panel title={text('large-screen.troubles')} area={styles.areaTroubles}>
        {/* Without a plant nothing is well. */}
        {screen && <TroubleTicker troubles={screen.troubles} alarms={screen.counts.total === 0 ? undefined : alarms} />}
      </Panel>
      <Panel title={text('large-screen.ranking')} area={styles.areaRanking}>
        {screen && <Ranking screen={screen} />}
      </Panel>
    </div>
  )
}

function PowerNow({ screen: { counts, capacityWp } }: Known) {
  const { text } = useText()
  const format = useFormat()
  const { powerW } = counts
  const power = format.powerW(powerW)
  const share = powerW === null || capacityWp === 0 ? null : (powerW / capacityWp) * 100
  return (
    <>
      <p className={styles.huge}>
        {power.value} <small>{power.unit}</small>
      </p>
      {capacityWp > 0 && (
        <p className={styles.note}>
          {text('large-screen.share', { share: format.percent(share, 0), capacity: format.peakWp(capacityWp).text })}
        </p>
      )}
    </>
  )
}

function Energies({ screen }: Known) {
  const { text } = useText()
  const format = useFormat()
  const best = Math.max(screen.today.generationWh ?? 0, screen.yesterday.generationWh ?? 0)
  const days = [
    [text('large-screen.today'), screen.today.generationWh, styles.barToday],
    [text('large-screen.yesterday'), screen.yesterday.generationWh, styles.barYesterday],
  ] as const
  return (
    <>
      {days.map(([name, energyWh, look]) => (
        <div key={name} className={styles.bar}>
          <span>{name}</span>
          <b>{format.energyWh(energyWh).text}</b>
          <i className={look} style={{ inlineSize: `${best > 0 ? ((energyWh ?? 0) / best) * 100 : 0}%` }} />
        </div>
      ))}
      <p className={styles.note}>
        {text('large-screen.known', { known: screen.today.known, total: screen.counts.total })}
      </p>
    </>
  )
}

function Gain({ screen: { income, co2T } }: Known) {
  const { text } = useText()
  const format = useFormat()
  // Currencies of plants where it is day; at night all over, those there are.
  const awake = income.filter(({ amount }) => amount > 0)
  const earning = awake.length > 0 ? awake : income
  return (
    <dl className={styles.gain}>
      <div>
        <dt>{text('large-screen.income')}</dt>
        <dd className={cx(styles.amounts, earning.length > 1 && styles.amountsSeveral)}>
          {earning.length === 0 && '--'}
          {earning.slice(0, MOST_CURRENCIES).map(({ currency, amount }) => (
            <span key={currency}>{format.money(amount, currency)}</span>
          ))}
          {earning.length > MOST_CURRENCIES && <span>+{format.count(earning.length - MOST_CURRENCIES)}</span>}
        </dd>
      </div>
      <div>
        <dt>{text('large-screen.co2')}</dt>
        <dd>{format.massT(co2T).text}</dd>
      </div>
    </dl>
  )
}

function Ranking({ screen: { ranking } }: Known) {
  const { text } = useText()
  const format = useFormat()
  const most = Math.max(...ranking.map(({ yieldH }) => yieldH), 0)
  if (ranking.length === 0) return <p className={styles.note}>--</p>
  return (
    <ol className={styles.ranking}>
      {ranking.slice(0, BEST).map(({ id, name, yieldH }) => (
        <li key={id}>
          <span className={styles.cut}>{name}</span>
          <b>{text('large-screen.yield', { amount: format.number(yieldH, 2) })}</b>
          <i style={{ inlineSize: `${most > 0 ? (yieldH / most) * 100 : 0}%` }} />
        </li>
      ))}
    </ol>
  )
}
