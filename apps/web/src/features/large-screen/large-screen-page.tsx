import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { type FleetScreen, screenQuery } from '../../api/screen.ts'
import { BrandMark } from '../../brand/brand-mark.tsx'
import { usePageTitle } from '../../brand/page-title.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { Age } from '../../ui/age.tsx'
import { cx } from '../../ui/class-names.ts'
import { useNow } from '../../ui/now.ts'
import { ErrorPanel } from '../../ui/states.tsx'
import styles from './large-screen.module.css'
import { ScreenMap } from './screen-map.tsx'
import { StatusRing } from './status-ring.tsx'
import { TroubleTicker } from './trouble-ticker.tsx'

/** The figures are asked for four times a minute. */
const LATE_MS = MINUTE_MS
const CO2_DECIMALS = 2
/** As many as the panel has room for. */
const BEST = 5

/** All plants on a wall: `?title=` names it, `?dim=off` keeps it bright at night. */
export function LargeScreenPage() {
  const { text } = useText()
  const [query] = useSearchParams()
  const title = query.get('title')?.slice(0, 80) || text('large-screen.title')
  usePageTitle(title)
  const { data, error, dataUpdatedAt, refetch } = useQuery(screenQuery)
  const isDim = query.get('dim') !== 'off' && data !== undefined && isNight(data)
  return (
    <main className={cx(styles.wall, isDim && styles.dim)} data-theme="dark">
      <header className={styles.head}>
        <BrandMark />
        <h1>{title}</h1>
        {data && <Freshness atMs={dataUpdatedAt} />}
      </header>
      {data ? (
        <Figures screen={data} />
      ) : (
        error && (
          <div className={styles.failed}>
            <ErrorPanel failure={error} title={text('large-screen.failed')} onRetry={() => void refetch()} />
          </div>
        )
      )}
    </main>
  )
}

/** Every plant that has data sleeps. */
const isNight = ({ total, byStatus }: FleetScreen): boolean => {
  const asleep = byStatus.asleep ?? 0
  return asleep > 0 && asleep + (byStatus.waiting ?? 0) === total
}

/** The age of the figures, and in words when they are no longer new: the network may be gone. */
function Freshness({ atMs }: Readonly<{ atMs: number }>) {
  const { text } = useText()
  const isLate = useNow() - atMs > LATE_MS
  return (
    <p className={cx(styles.fresh, isLate && styles.freshLate)}>
      <span role="status">{isLate && text('large-screen.late')}</span> <Age atMs={atMs} staleAfterMs={LATE_MS} />
    </p>
  )
}

const Panel = ({
  title,
  area,
  children,
}: Readonly<{ title: string; area: string | undefined; children: ReactNode }>) => (
  <section className={cx(styles.panel, area)}>
    <h2>{title}</h2>
    {children}
  </section>
)

function Figures({ screen }: Readonly<{ screen: FleetScreen }>) {
  const { text } = useText()
  const format = useFormat()
  const power = format.powerW(screen.powerW)
  const most = Math.max(...screen.ranking.map(({ perKwp }) => perKwp), 0)
  // Currencies of plants where it is day; at night all over, those there are.
  const awake = screen.income.filter(({ amount }) => amount > 0)
  const earning = awake.length > 0 ? awake : screen.income
  const best = Math.max(screen.today.energyKwh ?? 0, screen.yesterdayKwh ?? 0)
  const share = screen.powerW === null || screen.capacityKwp === 0 ? null : screen.powerW / screen.capacityKwp / 10
  const days = [
    [text('large-screen.today'), screen.today.energyKwh, styles.barToday],
    [text('large-screen.yesterday'), screen.yesterdayKwh, styles.barYesterday],
  ] as const
  return (
    <div className={styles.grid}>
      <Panel title={text('large-screen.now')} area={styles.areaNow}>
        <p className={styles.huge}>
          {power.value} <small>{power.unit}</small>
        </p>
        <p className={styles.note}>
          {text('large-screen.share', {
            share: format.percent(share, 0),
            capacity: format.peakKwp(screen.capacityKwp).text,
          })}
        </p>
      </Panel>
      <Panel title={text('large-screen.energy')} area={styles.areaEnergy}>
        {days.map(([name, kwh, look]) => (
          <div key={name} className={styles.bar}>
            <span>{name}</span>
            <b>{format.energyKwh(kwh).text}</b>
            <i className={look} style={{ inlineSize: `${best > 0 ? ((kwh ?? 0) / best) * 100 : 0}%` }} />
          </div>
        ))}
        <p className={styles.note}>{text('large-screen.known', { known: screen.today.known, total: screen.total })}</p>
      </Panel>
      <Panel title={text('large-screen.gain')} area={styles.areaGain}>
        <dl className={styles.gain}>
          <div>
            <dt>{text('large-screen.income')}</dt>
            <dd>
              {earning
                .slice(0, 3)
                .map(({ currency, amount }) => format.money(amount, currency))
                .join(' · ') || '--'}
            </dd>
          </div>
          <div>
            <dt>{text('large-screen.co2')}</dt>
            <dd>
              {screen.co2T === null
                ? '--'
                : text('large-screen.tonnes', { amount: format.number(screen.co2T, CO2_DECIMALS) })}
            </dd>
          </div>
        </dl>
      </Panel>
      <section className={cx(styles.panel, styles.areaMap)} aria-label={text('large-screen.places')}>
        <ScreenMap />
      </section>
      <Panel title={text('large-screen.status')} area={styles.areaStatus}>
        <StatusRing total={screen.total} byStatus={screen.byStatus} />
      </Panel>
      <Panel title={text('large-screen.troubles')} area={styles.areaTroubles}>
        <TroubleTicker troubles={screen.troubles} />
      </Panel>
      <Panel title={text('large-screen.ranking')} area={styles.areaRanking}>
        {screen.ranking.length === 0 && <p className={styles.note}>--</p>}
        <ol className={styles.ranking}>
          {screen.ranking.slice(0, BEST).map(({ id, name, perKwp }) => (
            <li key={id}>
              <span className={styles.cut}>{name}</span>
              <b>{text('large-screen.yield', { amount: format.number(perKwp, 2) })}</b>
              <i style={{ inlineSize: `${most > 0 ? (perKwp / most) * 100 : 0}%` }} />
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  )
}
