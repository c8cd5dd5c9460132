import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import {
  createPath,
  Link,
  type Location,
  type NavigateOptions,
  resolvePath,
  useLocation,
  useNavigate,
} from 'react-router'
import { afterPaint } from './after-paint.ts'
import styles from './tabs.module.css'

export type Place = Readonly<{ to: string; label: ReactNode; current: boolean; key?: string }>

const opensElsewhere = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button !== 0 || altKey || ctrlKey || metaKey || shiftKey

/**
 * A pressed tab is shown at once; the address changes after that and with the content, which a slow device draws for a
 * while.
 */
function usePressed(places: readonly Place[], options: NavigateOptions = {}) {
  const location = useLocation()
  const navigate = useNavigate()
  const [pressed, setPressed] = useState<Readonly<{ to: string; from: Location }>>()
  const takeBack = useRef<() => void>(undefined)
  const isWaiting = pressed?.from === location && places.some(({ to }) => to === pressed.to)
  useEffect(() => {
    if (!isWaiting) return
    // Back before the content is drawn: the location never changed.
    const forget = (): void => {
      takeBack.current?.()
      takeBack.current = undefined
      setPressed(undefined)
    }
    window.addEventListener('popstate', forget)
    return () => window.removeEventListener('popstate', forget)
  }, [isWaiting])
  return {
    isCurrent: ({ to, current }: Place): boolean => (isWaiting ? to === pressed.to : current),
    press: (event: MouseEvent, { to }: Place): void => {
      if (opensElsewhere(event)) return
      event.preventDefault()
      const isUnderWay = isWaiting && to === pressed.to && takeBack.current === undefined
      const isHere = createPath(location) === createPath(resolvePath(to, location.pathname))
      setPressed({ to, from: location })
      takeBack.current?.()
      takeBack.current = afterPaint(() => {
        takeBack.current = undefined
        // A second entry of the same address would make "back" do nothing.
        const replace = options.replace === true || isHere || isUnderWay
        void navigate(to, { ...options, replace })
      })
    },
  }
}

/** Of more tabs than the strip shows, the current one is scrolled into it; nothing else moves. */
function useCurrentInSight(strip: RefObject<HTMLElement | null> | undefined, current: string | undefined): void {
  useEffect(() => {
    const nav = strip?.current
    const tab = current === undefined ? undefined : nav?.querySelector('[aria-current]')
    if (!nav || !tab || nav.scrollWidth <= nav.clientWidth) return
    const [seen, own] = [nav.getBoundingClientRect(), tab.getBoundingClientRect()]
    if (own.left < seen.left || own.right > seen.right)
      nav.scrollLeft += own.left + own.width / 2 - (seen.left + seen.width / 2)
  }, [strip, current])
}

type PlaceLinksProps = Readonly<{
  places: readonly Place[]
  /** How a screen reader names the current one. */
  currentAs?: 'page' | 'true'
  options?: NavigateOptions
  strip?: RefObject<HTMLElement | null>
}>

/** The links of a navigation: the pressed one is current at once. */
export function PlaceLinks({ places, currentAs = 'page', options, strip }: PlaceLinksProps) {
  const { isCurrent, press } = usePressed(places, options)
  useCurrentInSight(strip, places.find(isCurrent)?.to)
  return places.map((place) => (
    <Link
      key={place.key ?? place.to}
      to={place.to}
      aria-current={isCurrent(place) ? currentAs : undefined}
      onClick={(event) => press(event, place)}
    >
      {place.label}
    </Link>
  ))
}

/** Tabs are links: each has a URL that can be shared. @param more a menu of further pages behind them */
export function Tabs({ label, places, more }: Readonly<{ label: string; places: readonly Place[]; more?: ReactNode }>) {
  const strip = useRef<HTMLElement>(null)
  return (
    <nav ref={strip} className={styles.tabs} data-part="tabs" aria-label={label}>
      <PlaceLinks places={places} strip={strip} />
      {more}
    </nav>
  )
}

/** A few views of one thing, as links (day, month, year). @param replace Back should skip this view */
export function SegmentedLinks({
  label,
  places,
  replace = true,
}: Readonly<{ label: string; places: readonly Place[]; replace?: boolean }>) {
  const strip = useRef<HTMLElement>(null)
  return (
    <nav ref={strip} className={styles.segmented} data-part="segmented" aria-label={label}>
      <PlaceLinks places={places} currentAs="true" options={{ replace, preventScrollReset: true }} strip={strip} />
    </nav>
  )
}
