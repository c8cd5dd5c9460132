import type { LayoutGroup } from '@heliograph/domain/module-layout/layout.ts'
import { type PointerEvent, useCallback, useState } from 'react'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { cx } from '../../ui/class-names.ts'
import styles from './layout-page.module.css'
import type { ModuleFact } from './module-facts.ts'
import { usePlaceName } from './use-place-name.ts'

/** The module under the pointer, and where its box is within the canvas, px. */
type Hovered = Readonly<{ id: number; leftPx: number; topPx: number; heightPx: number; room: number }>

/** Follows a mouse over modules. A finger presses instead: the card beside the plan answers it. */
export function useHoveredModule() {
  const [hovered, setHovered] = useState<Hovered>()
  const leave = useCallback(() => setHovered(undefined), [])
  const onPointerOver = useCallback((event: PointerEvent<SVGSVGElement>): void => {
    const shape = event.pointerType === 'touch' ? null : (event.target as Element).closest('[data-module]')
    if (!shape || event.buttons > 0) {
      setHovered(undefined)
      return
    }
    const [canvas, box] = [event.currentTarget.getBoundingClientRect(), shape.getBoundingClientRect()]
    setHovered({
      id: Number(shape.getAttribute('data-module')),
      leftPx: box.left + box.width / 2 - canvas.left,
      topPx: box.top - canvas.top,
      heightPx: box.height,
      room: canvas.width,
    })
  }, [])
  return { hovered, handlers: { onPointerOver, onPointerLeave: leave }, leave }
}

const WIDTH_PX = 220
const HEIGHT_PX = 118

/** The figures of a module beside it; the card and the table say the same to who cannot hover. */
export function ModuleTooltip({
  fact,
  group,
  at,
}: Readonly<{ fact: ModuleFact; group: LayoutGroup | undefined; at: Hovered }>) {
  const { text } = useText()
  const format = useFormat()
  const placeName = usePlaceName()
  const { module, powerW, energyWh, relative, verdict, state } = fact
  const isBelow = at.topPx < HEIGHT_PX
  const leftPx = Math.min(Math.max(8, at.leftPx - WIDTH_PX / 2), Math.max(8, at.room - WIDTH_PX - 8))
  return (
    <div
      className={cx(styles.tooltip, !isBelow && styles.tooltipAbove)}
      style={{ left: leftPx, top: isBelow ? at.topPx + at.heightPx + 8 : at.topPx - 8, width: WIDTH_PX }}
      aria-hidden="true"
    >
      <b>{placeName(module, group)}</b>
      <dl>
        <dt>{text('module-layout.power')}</dt>
        <dd>{format.powerTold(powerW)}</dd>
        <dt>{text('module-layout.show.energy')}</dt>
        <dd>{energyWh === null ? '--' : format.energyTold(energyWh / 1000)}</dd>
        <dt>{text('module-layout.show.relative')}</dt>
        <dd>{relative === null ? text(`module-layout.verdict.${verdict}`) : format.percent(relative * 100, 0)}</dd>
        <dt>{text('module-layout.state')}</dt>
        <dd>{text(`module-layout.state.${state}`)}</dd>
      </dl>
    </div>
  )
}
