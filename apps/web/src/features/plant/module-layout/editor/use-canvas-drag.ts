import type { Box, Point } from '@heliograph/domain/module-layout/geometry.ts'
import { type PointerEvent, type RefObject, useRef } from 'react'
import { type CanvasFrame, UNITS } from '../use-canvas-frame.ts'

/** A pointer that moved less did only press. */
const LEAST_PX = 4

export type DragActions = Readonly<{
  selected: ReadonlySet<number>
  pickModules: (ids: readonly number[]) => void
  toggleModule: (id: number) => void
  pickGroup: (id: number | undefined) => void
  moveModules: (ids: ReadonlySet<number>, way: Point, isFree: boolean) => void
  moveGroup: (id: number, way: Point) => void
  pickWithin: (box: Box, adds: boolean) => void
}>
export type CanvasDrag = Readonly<{
  /** Layer of the dragged items, in `data-ghost` and `data-band`: it moves as one, with any content. */
  ghost: RefObject<SVGSVGElement | null>
  onPointerDown: (event: PointerEvent<SVGSVGElement>) => void
}>

/** Choosing and dragging with a pointer. Nothing is rendered while a pointer moves. */
export function useCanvasDrag(frame: CanvasFrame, actions: DragActions): CanvasDrag {
  const ghost = useRef<SVGSVGElement>(null)
  const band = (): Element | null | undefined => ghost.current?.querySelector('[data-band]')
  const current = useRef(actions)
  current.current = actions

  const follow = (
    event: PointerEvent,
    onStart: () => void,
    onMove: (way: Point, at: Point) => void,
    onEnd: (way: Point, at: Point, last: globalThis.PointerEvent) => void,
  ): void => {
    const from = frame.pointAt(event)
    const [x, y, id] = [event.clientX, event.clientY, event.pointerId]
    let moves = false
    const wayTo = (at: Point): Point => ({ xM: at.xM - from.xM, yM: at.yM - from.yM })
    const move = (next: globalThis.PointerEvent): void => {
      if (next.pointerId !== id) return
      if (!moves && Math.hypot(next.clientX - x, next.clientY - y) < LEAST_PX) return
      if (!moves) onStart()
      moves = true
      const at = frame.pointAt(next)
      onMove(wayTo(at), at)
    }
    const stop = (): void => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', stop)
      ghost.current?.querySelector('[data-ghost]')?.replaceChildren()
      if (ghost.current) ghost.current.style.transform = ''
      band()?.setAttribute('width', '0')
      for (const shape of frame.svg.current?.querySelectorAll('[data-lifted]') ?? [])
        shape.removeAttribute('data-lifted')
    }
    const end = (last: globalThis.PointerEvent): void => {
      if (last.pointerId !== id) return
      stop()
      const at = frame.pointAt(last)
      if (moves) onEnd(wayTo(at), at, last)
    }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', stop)
  }

  const slide = ({ xM, yM }: Point): void => {
    const pixels = frame.pixelsPerM
    if (ghost.current) ghost.current.style.transform = `translate(${xM * pixels}px, ${yM * pixels}px)`
  }
  const lift = (shapes: readonly Element[], copies: readonly Element[]): void => {
    for (const shape of shapes) shape.setAttribute('data-lifted', '')
    ghost.current?.querySelector('[data-ghost]')?.replaceChildren(...copies)
  }

  const dragModules = (event: PointerEvent, ids: ReadonlySet<number>): void =>
    follow(
      event,
      () => {
        const shapes = shapesOf(frame.svg.current, ids)
        const copies = copiesOf(shapes)
        lift(wholeGroups(shapes), copies)
      },
      slide,
      (way, _, last) => current.current.moveModules(ids, way, last.altKey),
    )
  const dragGroup = (event: PointerEvent, id: number): void =>
    follow(
      event,
      () => {
        const shape = frame.svg.current?.querySelector(`[data-shape="${id}"]`)
        if (shape) lift([shape], [shape.cloneNode(true) as Element])
      },
      slide,
      (way) => current.current.moveGroup(id, way),
    )
  const drawBand = (event: PointerEvent, adds: boolean): void => {
    const from = frame.pointAt(event)
    const boxTo = (at: Point): Box => ({
      xM: Math.min(from.xM, at.xM),
      yM: Math.min(from.yM, at.yM),
      widthM: Math.abs(at.xM - from.xM),
      heightM: Math.abs(at.yM - from.yM),
    })
    const draw = ({ xM, yM, widthM, heightM }: Box): void => {
      const sides = { x: xM, y: yM, width: widthM, height: heightM }
      for (const [name, meters] of Object.entries(sides)) band()?.setAttribute(name, String(meters * UNITS))
    }
    follow(
      event,
      () => undefined,
      (_, at) => draw(boxTo(at)),
      (_, at) => current.current.pickWithin(boxTo(at), adds),
    )
  }

  const onPointerDown = (event: PointerEvent<SVGSVGElement>): void => {
    event.currentTarget.focus()
    const target = event.target as Element
    const moduleId = idOf(target, 'data-module')
    const groupId = idOf(target, 'data-group')
    const adds = event.shiftKey || event.ctrlKey || event.metaKey
    const { selected } = current.current
    if (event.button === 1 || (event.pointerType === 'touch' && moduleId === undefined && groupId === undefined)) {
      frame.pan(event)
    } else if (event.button !== 0) return
    else if (moduleId !== undefined && adds) current.current.toggleModule(moduleId)
    else if (moduleId !== undefined) {
      if (!selected.has(moduleId)) current.current.pickModules([moduleId])
      dragModules(event, selected.has(moduleId) ? selected : new Set([moduleId]))
    } else if (groupId !== undefined && !adds) {
      current.current.pickGroup(groupId)
      dragGroup(event, groupId)
    } else {
      if (!adds) current.current.pickGroup(undefined)
      drawBand(event, adds)
    }
  }
  return { ghost, onPointerDown }
}

function idOf(target: Element, name: string): number | undefined {
  const text = target.closest(`[${name}]`)?.getAttribute(name)
  return text ? Number(text) : undefined
}

const shapesOf = (svg: SVGSVGElement | null, ids: ReadonlySet<number>): readonly Element[] =>
  [...(svg?.querySelectorAll('[data-module]') ?? [])].filter((shape) =>
    ids.has(Number(shape.getAttribute('data-module'))),
  )

/** Copies of modules, each among those of its group with the group's place. */
function copiesOf(shapes: readonly Element[]): readonly Element[] {
  const groups = new Map<Element, Element>()
  for (const shape of shapes) {
    const parent = shape.parentElement
    if (!parent) continue
    const copy = groups.get(parent) ?? (parent.cloneNode(false) as Element)
    groups.set(parent, copy)
    copy.append(shape.cloneNode(true))
  }
  return [...groups.values()]
}

/** The same, with the group in the place of all its modules: one thing is dimmed more cheaply than five hundred. */
function wholeGroups(shapes: readonly Element[]): readonly Element[] {
  const counts = new Map<Element | null, number>()
  for (const { parentElement } of shapes) counts.set(parentElement, (counts.get(parentElement) ?? 0) + 1)
  const isWhole = (group: Element | null): boolean =>
    counts.get(group) === group?.querySelectorAll(':scope > [data-module]').length
  const groups = [...counts.keys()].filter((group) => group !== null && isWhole(group)) as Element[]
  return [...groups, ...shapes.filter(({ parentElement }) => parentElement === null || !groups.includes(parentElement))]
}
