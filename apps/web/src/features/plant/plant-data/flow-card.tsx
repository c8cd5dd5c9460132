import { type GridType, gridTypeParts } from '@heliograph/domain/plant.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { plantPath } from '../../../address/paths.ts'
import { FlowAround } from '../../../charts/flow/flow-around.tsx'
import { FlowDiagram } from '../../../charts/flow/flow-diagram.tsx'
import { layoutFlow } from '../../../charts/flow/flow-layout.ts'
import type { FlowRole, FlowState } from '../../../charts/flow/flow-model.ts'
import { useWidth } from '../../../charts/flow/use-width.ts'
import { useCurrentPlant, useLiveValues } from '../../../plant/current-plant.ts'
import { shownNodes } from '../../../plant/plant-parts.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Age } from '../../../ui/age.tsx'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { balanceOf } from './balance.ts'
import styles from './flow-card.module.css'

/** Usual nodes of a plant of this type: they reserve the room of its flow. */
const usualRoles = (gridType: GridType): readonly FlowRole[] => {
  const { grid, load, battery } = gridTypeParts[gridType]
  return [
    'pv',
    ...(battery ? ['battery' as const] : []),
    ...(load ? ['load' as const] : []),
    ...(grid ? ['grid' as const] : []),
  ]
}

const Around = ({
  hasBattery = false,
  ...equipment
}: Parameters<typeof FlowAround>[0] & Readonly<{ hasBattery?: boolean }>) => {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  return (
    <FlowAround {...equipment}>
      {hasBattery && <Link to={plantPath('battery', { id: plantId })}>{text('shell.tab.battery')}</Link>}
      <Link to="/plant/flow">{text('flow.guide')}</Link>
    </FlowAround>
  )
}

/**
 * The live power flow. Where it had to wait for its values it keeps the room that it held meanwhile: what stands below does
 * not move.
 */
export function FlowCard() {
  const { plant, zone } = useCurrentPlant()
  const { text } = useText()
  const format = useFormat()
  const { now, measuredAtMs, staleAfterMs } = useLiveValues()
  const { ref, width } = useWidth<HTMLDivElement>()
  const [hasWaited] = useState(now === undefined)
  const roomPx = hasWaited ? layoutFlow(usualRoles(plant.gridType), width ?? 0).height : 0
  if (!now)
    return (
      <Card className={styles.flowCard} title={text('plant-data.now')}>
        <div ref={ref} className={styles.flowCardRoom} style={{ minHeight: roomPx }}>
          <div className={styles.flowCardSkeleton}>
            {['a', 'b', 'c', 'd'].map((key) => (
              <Skeleton key={key} width={84} height={84} />
            ))}
          </div>
        </div>
        <Around weather={null} loggers={{ total: 0, online: 0 }} />
      </Card>
    )
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
  // The note leaves out the measured value: it may have been 0 as well.
  const zeroNote =
    pvW !== 0 || zero === null
      ? undefined
      : zero.atNight && !sunUp
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
      <div ref={ref} className={styles.flowCardRoom} style={{ minHeight: roomPx }}>
        <FlowDiagram
          state={state}
          equipment={now.equipment}
          asleep={!now.sunUp}
          sunrise={now.nextSunriseMs === null ? undefined : format.timeOfDay(now.nextSunriseMs, zone)}
          stale={stale}
          balance={words}
        />
      </div>
      <Around {...now.equipment} hasBattery={nodes.some(({ role }) => role === 'battery')} />
      {zeroNote && <p className={styles.flowCardZero}>{zeroNote}</p>}
    </Card>
  )
}
