import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Width of an element in whole pixels, measured before the first paint. */
export function useWidth<T extends HTMLElement>(): Readonly<{ ref: RefObject<T | null>; width: number | undefined }> {
  const ref = useRef<T>(null)
  const [width, setWidth] = useState<number>()
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    setWidth(Math.floor(element.clientWidth))
    const observer = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
