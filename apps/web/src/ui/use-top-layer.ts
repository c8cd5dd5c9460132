import { type RefObject, useRef, useState } from 'react'

/**
 * Where a popover of a field is drawn: in the modal dialog around the field, which covers everything outside it, else in
 * the page. `attach` is the ref of the field's box.
 */
export function useTopLayer(): Readonly<{
  box: RefObject<HTMLDivElement | null>
  attach: (element: HTMLDivElement | null) => void
  layer: HTMLElement
}> {
  const box = useRef<HTMLDivElement>(null)
  const [layer, setLayer] = useState<HTMLElement>(document.body)
  const [attach] = useState(() => (element: HTMLDivElement | null) => {
    box.current = element
    if (element) setLayer(element.closest('dialog') ?? document.body)
  })
  return { box, attach, layer }
}
