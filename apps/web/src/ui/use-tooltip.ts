import { type RefObject, useId, useRef } from 'react'

const GAP = 6
const EDGE = 12

export type Tooltip<T extends HTMLElement> = Readonly<{
  mark: RefObject<T | null>
  box: RefObject<HTMLDivElement | null>
  id: string
  open: () => void
  close: () => void
}>

function place(at: DOMRect, target: HTMLElement): void {
  const { width, height } = target.getBoundingClientRect()
  const below = at.bottom + GAP + height < window.innerHeight
  target.style.top = `${below ? at.bottom + GAP : Math.max(EDGE, at.top - GAP - height)}px`
  target.style.left = `${Math.max(EDGE, Math.min(at.left - 14, window.innerWidth - width - EDGE))}px`
}

/** A popover below its mark, or above where there is no room. */
export function useTooltip<T extends HTMLElement>(): Tooltip<T> {
  const id = useId()
  const mark = useRef<T>(null)
  const box = useRef<HTMLDivElement>(null)
  return {
    mark,
    box,
    id,
    open: () => {
      const [at, target] = [mark.current?.getBoundingClientRect(), box.current]
      if (!at || !target || target.matches(':popover-open')) return
      target.showPopover()
      place(at, target)
      // Its content may come later, and be longer.
      const observer = new ResizeObserver(() => {
        if (target.matches(':popover-open')) place(at, target)
        else observer.disconnect()
      })
      observer.observe(target)
    },
    close: () => {
      if (box.current?.matches(':popover-open')) box.current.hidePopover()
    },
  }
}
