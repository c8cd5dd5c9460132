import { Link } from 'react-router'
import { FlowAround } from '../../../charts/flow/flow-around.tsx'
import { FlowDiagram } from '../../../charts/flow/flow-diagram.tsx'
import type { FlowState } from '../../../charts/flow/flow-model.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Age } from '../../../ui/age.tsx'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { balanceOf } from './balance.ts'
import styles from './flow-card.module.css'
import { shownNodes } from './plant-parts.ts'

/** The live power flow. */
export function FlowCard() {
  const { live, plant, zone } = useCurrentPlant()
  const { text } = useText()
  const format = useFormat()
  const { now, measuredAtMs, staleAfterMs } = live
  if (!now) return <FlowSkeleton />
  const nodes = shownNodes(now, plant.gridType)
  const state: FlowState = {
    nodes,
    socPercent: now.socPercent,
    capacityShare: now.capacityShare,
    capacityW: plant.capacityWp,
  }
  const balance = balanceOf(now, plant.gridType)
  const words = text(balance.key, { power: format.powerW(balance.powerW).text })
  const { pvW, sunUp, zero } = now
  // What was measured is not told: it may have been 0 as well.
  const zeroNote =
    pvW !== 0 || zero === undefined
      ? undefined
      : zero.byNight && !sunUp
        ? text('metering.mark.zeroNight')
        : zero.belowW !== null && text('metering.mark.zero', { power: format.powerW(zero.belowW).text })
  const stale = now.status === 'late' || now.status === 'silent'
  return (
    <Card
      className={styles.flowCard}
      title={text('plant-data.now')}
      aside={
        stale && measuredAtMs !== undefined ? (
          <Age atMs={measuredAtMs} staleAfterMs={staleAfterMs} />
        ) : (
          <span className={balance.isOff ? styles.flowCardOff : undefined}>{words}</span>
        )
      }
    >
      <FlowDiagram
        state={state}
        equipment={now.equipment}
        asleep={!now.sunUp}
        sunrise={now.nextSunriseMs === null ? undefined : format.timeOfDay(now.nextSunriseMs, zone)}
        stale={stale}
        balance={words}
      />
      <FlowAround {...now.equipment}>
        <Link to="/plant/flow">{text('flow.guide')}</Link>
      </FlowAround>
      {zeroNote && <p className={styles.flowCardZero}>{zeroNote}</p>}
    </Card>
  )
}

export function FlowSkeleton() {
  const { text } = useText()
  return (
    <Card className={styles.flowCard} title={text('plant-data.now')}>
      <div className={styles.flowCardSkeleton}>
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} width={84} height={84} />
        ))}
      </div>
    </Card>
  )
}
