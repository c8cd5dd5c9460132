import { dayBounds } from '@heliograph/domain/time.ts'
import type { ScreenAlarm, SharedPlant } from '../../../api/screen.ts'
import { FlowDiagram } from '../../../charts/flow/flow-diagram.tsx'
import { LineChart } from '../../../charts/line-chart.tsx'
import { withGaps } from '../../../charts/line-data.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { cx } from '../../../ui/class-names.ts'
import styles from './large-screen.module.css'
import { Panel } from './panel.tsx'
import { TroubleTicker } from './trouble-ticker.tsx'
import { listEnergies } from './wall-energies.ts'

const axes = [{ id: 'power', unit: 'W', fromZero: true }] as const

/** Wall of one plant. @param isNamed the wall has a title of its own */
export function PlantWall({
  plant,
  alarms,
  isNamed,
}: Readonly<{ plant: SharedPlant; alarms: readonly ScreenAlarm[]; isNamed: boolean }>) {
  const { text } = useText()
  const format = useFormat()
  const { now, figures, day, zone, name, capacityWp } = plant
  const power = format.powerW(now.pvW)
  const range = dayBounds(day.date, zone)
  const stepMs = day.intervalS * 1000
  const isStale = now.status === 'late' || now.status === 'silent'
  const energies = listEnergies(figures.day, now.nodes)
  const most = Math.max(...energies.map(({ energyWh }) => energyWh ?? 0))
  const troubles = [{ id: 0, name, zone, status: now.status, reason: now.reason }].filter(
    ({ status }) => status !== 'well' && status !== 'asleep',
  )
  const lines = [
    { id: 'pv', name: text('large-screen.produced'), color: 'solar-line', shape: 'area', of: 'pvW' },
    { id: 'load', name: text('large-screen.used'), color: 'load-line', shape: 'line', of: 'loadW' },
  ] as const
  const series = lines
    .map(({ of, ...line }) => ({
      ...line,
      axis: 'power',
      points: withGaps(
        day.slots.map((slot) => ({ atMs: slot.atMs, value: slot[of] })),
        stepMs,
      ),
    }))
    .filter(({ points }) => points.some(({ value }) => value !== null))
  return (
    <div className={cx(styles.grid, styles.plantGrid)}>
      <Panel title={isNamed ? name : text('large-screen.now')} area={styles.areaNow}>
        <p className={styles.huge}>
          {power.value} <small>{power.unit}</small>
        </p>
        <p className={styles.note}>
          {text('large-screen.share', {
            share: format.percent(now.capacityShare === null ? null : now.capacityShare * 100, 0),
            capacity: format.peakWp(capacityWp).text,
          })}
        </p>
      </Panel>
      <Panel title={text('large-screen.today')} area={styles.areaEnergy}>
        {energies.map(({ id, energyWh }) => (
          <div key={id} className={cx(styles.bar, styles.barSlim)}>
            <span>{text(`large-screen.${id}`)}</span>
            <b>{format.energyWh(energyWh).text}</b>
            <i
              className={id === 'produced' ? styles.barToday : styles.barYesterday}
              style={{ inlineSize: `${most > 0 ? ((energyWh ?? 0) / most) * 100 : 0}%` }}
            />
          </div>
        ))}
      </Panel>
      <section className={cx(styles.panel, styles.areaFlow)} aria-label={text('large-screen.flow')}>
        <FlowDiagram
          state={{
            nodes: now.nodes,
            socPercent: now.socPercent,
            capacityShare: now.capacityShare,
            capacityW: capacityWp,
          }}
          equipment={now.equipment}
          asleep={!now.sunUp}
          sunrise={now.nextSunriseMs === null ? undefined : format.timeOfDay(now.nextSunriseMs, zone)}
          stale={isStale}
          balance=""
        />
      </section>
      <Panel title={text('large-screen.troubles')} area={styles.areaTroubles}>
        <TroubleTicker troubles={troubles} alarms={alarms} />
      </Panel>
      <Panel title={text('large-screen.curve')} area={styles.areaCurve}>
        <LineChart
          label={text('large-screen.curve')}
          range={range}
          zone={zone}
          resolution="instant"
          axes={axes}
          series={series}
          nowMs={now.serverAtMs}
          stepMs={stepMs}
        />
      </Panel>
    </div>
  )
}
