import { type RefObject, useEffect, useRef } from 'react'

/** Calls `onReached` whenever the returned element is about to scroll into view. */
export function useReached(
  scroller: RefObject<HTMLElement | null>,
  isWanted: boolean,
  onReached: () => void,
): RefObject<HTMLDivElement | null> {
  const mark = useRef<HTMLDivElement>(null)
  const latest = useRef(onReached)
  latest.current = onReached
  useEffect(() => {
    const element = mark.current
    if (!isWanted || !element) return
    // Requests the next page one screen before the end.
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current()
      },
      { root: scroller.current, rootMargin: '600px 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isWanted, scroller])
  return mark
}
