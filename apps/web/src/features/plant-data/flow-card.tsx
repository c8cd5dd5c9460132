import { toNowFigures } from '../../api/plant-figures.ts'
import { FlowDiagram } from '../../charts/flow/flow-diagram.tsx'
import type { FlowState } from '../../charts/flow/flow-model.ts'
import { useCurrentPlant } from '../../plant/current-plant.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { Age } from '../../ui/age.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { balanceOf } from './balance.ts'
import styles from './flow-card.module.css'
import { shownNodes } from './plant-parts.ts'

/** The live power flow. */
export function FlowCard() {
  const { live, station, zone } = useCurrentPlant()
  const { text } = useText()
  const format = useFormat()
  const { system, measuredAtMs, staleAfterMs } = live
  if (!system) return <FlowSkeleton />
  const nodes = shownNodes(system, station.gridInterconnectionType)
  const state: FlowState = {
    nodes,
    batterySoc: system.batterySoc,
    capacityShare: system.generationCapacity,
    capacityW: station.installedCapacity * 1000,
  }
  const balance = balanceOf({ ...toNowFigures(system), nodes: system.nodes }, station.gridInterconnectionType)
  const words = text(balance.key, { power: format.powerW(balance.powerW).text })
  const stale = system.status === 'late' || system.status === 'silent'
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
        asleep={!system.sunUp}
        sunrise={system.nextSunrise === null ? undefined : format.timeOfDay(system.nextSunrise * 1000, zone)}
        stale={stale}
        balance={words}
      />
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
