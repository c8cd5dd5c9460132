import type { LayoutGroup } from '@heliograph/domain/module-layout/layout.ts'
import { type RefObject, useEffect, useState } from 'react'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { cx } from '../../../ui/class-names.ts'
import styles from './layout-page.module.css'
import type { ModuleFact } from './module-facts.ts'
import { usePlaceName } from './use-place-name.ts'

/** The module under the pointer, and where its box is within the canvas, px. */
type Hovered = Readonly<{ id: number; leftPx: number; topPx: number; heightPx: number; room: number }>

/**
 * The figures of the module under a mouse. It keeps to itself what is hovered: the plan is not rendered for it. A finger
 * presses instead: the card beside the plan answers it.
 */
export function ModuleHover({
  svg,
  facts,
  groupOf,
}: Readonly<{
  svg: RefObject<SVGSVGElement | null>
  facts: readonly ModuleFact[]
  groupOf: (fact: ModuleFact) => LayoutGroup | undefined
}>) {
  const [hovered, setHovered] = useState<Hovered>()
  useEffect(() => {
    const canvas = svg.current
    const leave = (): void => setHovered(undefined)
    const over = (event: PointerEvent): void => setHovered(event.buttons > 0 ? undefined : hoveredOf(event))
    const zoom = (event: WheelEvent): void => {
      if (event.ctrlKey || event.metaKey) leave()
    }
    canvas?.addEventListener('pointerover', over)
    canvas?.addEventListener('pointerleave', leave)
    canvas?.addEventListener('pointerdown', leave)
    canvas?.addEventListener('wheel', zoom, { passive: true })
    return () => {
      canvas?.removeEventListener('pointerover', over)
      canvas?.removeEventListener('pointerleave', leave)
      canvas?.removeEventListener('pointerdown', leave)
      canvas?.removeEventListener('wheel', zoom)
    }
  }, [svg])
  const fact = hovered && facts.find(({ module }) => module.id === hovered.id)
  return fact && hovered ? <ModuleTooltip fact={fact} group={groupOf(fact)} at={hovered} /> : null
}

function hoveredOf({ pointerType, target, currentTarget }: PointerEvent): Hovered | undefined {
  const shape = pointerType === 'touch' ? null : (target as Element).closest('[data-module]')
  if (!shape) return undefined
  const [canvas, box] = [(currentTarget as Element).getBoundingClientRect(), shape.getBoundingClientRect()]
  return {
    id: Number(shape.getAttribute('data-module')),
    leftPx: box.left + box.width / 2 - canvas.left,
    topPx: box.top - canvas.top,
    heightPx: box.height,
    room: canvas.width,
  }
}

const WIDTH_PX = 220
const HEIGHT_PX = 118

/** Beside the module; the card and the table say the same to who cannot hover. */
function ModuleTooltip({
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
        <dd>{format.powerW(powerW).text}</dd>
        <dt>{text('module-layout.show.energy')}</dt>
        <dd>{energyWh === null ? '--' : format.energyWh(energyWh).text}</dd>
        <dt>{text('module-layout.show.relative')}</dt>
        <dd>{relative === null ? text(`module-layout.verdict.${verdict}`) : format.percent(relative * 100, 0)}</dd>
        <dt>{text('module-layout.state')}</dt>
        <dd>{text(`module-layout.state.${state}`)}</dd>
      </dl>
    </div>
  )
}
