import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type RefObject, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { alarmsPath, fleetPath, isFleetPage, plantPath } from '../../../address/paths.ts'
import { useUrlState } from '../../../address/url-state.ts'
import type { Plant } from '../../../api/plants.ts'
import { plantCountsQuery, plantListQuery } from '../../../api/queries.ts'
import { untilIdle } from '../../../api/until-idle.ts'
import { CreatePlantLink } from '../../../plant/create-plant.tsx'
import { usePreferences } from '../../../preferences/preferences.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ExtraPart } from '../../../ui/extra-part.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { firstPart } from '../../../ui/lazy-part.ts'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { stepLinks } from '../../../ui/step-links.ts'
import { useWide } from '../../../ui/use-wide.ts'
import { NoPlants } from './no-plants.tsx'
import { PlantCard } from './plant-card.tsx'
import styles from './plant-rail.module.css'
import { PlantSearch } from './plant-search.tsx'
import { StatusChips } from './status-chips.tsx'
import { usePlantFilter } from './use-plant-filter.ts'

/** Calls `onReached` whenever the returned element is about to scroll into view. */
function useReached(
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

/** Not by scrollIntoView(): the Tab key would then begin at the plant, past the header and the search. */
function showOpenPlant(list: HTMLElement): void {
  const card = list.querySelector('[aria-current="page"]')?.getBoundingClientRect()
  if (card === undefined) return
  const { top, bottom } = list.getBoundingClientRect()
  list.scrollTop += Math.min(0, card.top - top) + Math.max(0, card.bottom - bottom)
}

/** Before the cards are drawn for the first time. */
const none: readonly Plant[] = []

const AlarmCount = firstPart(() => import('./alarm-count.tsx'), 'AlarmCount')

/** Pages that are read to find the open plant; beyond them a search finds it. */
const MOST_PAGES = 15

/** Every plant that the session may see, in the order of the fleet page, twenty at a time. */
export function PlantRail() {
  const { text } = useText()
  const { plantId, keyword, date, params, change } = useUrlState()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const onFleet = isFleetPage(pathname)
  const wide = useWide()
  const list = useRef<HTMLElement>(null)
  const filter = usePlantFilter()
  const query = useInfiniteQuery(plantListQuery(keyword, filter))
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? none, [query.data])
  const total = query.data?.pages[0]?.total ?? 0
  const { defaultPlantId } = usePreferences()
  // A search opens its first result; otherwise the default plant opens, or the newest.
  const first = rows[0] && ((keyword === '' ? defaultPlantId : null) ?? rows[0].id)

  // Beside the list a plant is always open; on a phone the list itself is the page.
  useEffect(() => {
    if (wide && !onFleet && plantId === undefined && first !== undefined) change({ id: first }, { replace: true })
  }, [wide, onFleet, plantId, first, change])

  const more = useReached(
    list,
    query.hasNextPage && !query.isFetchingNextPage && !query.isFetchNextPageError,
    () => void query.fetchNextPage(),
  )
  // The content above the cards comes with the counts; they are drawn below it, not moved.
  const isPlaced = !useQuery(plantCountsQuery('')).isPending
  // Twenty cards are much to draw: the plant beside them comes first, and presses are answered in between.
  const shown = useDeferredValue(rows, none)
  // The open plant is in sight, also when the address names one beyond the first page.
  const isListed = rows.some(({ id }) => id === plantId)
  const isShown = shown.some(({ id }) => id === plantId)
  const pages = query.data?.pages.length ?? 0
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  useEffect(() => {
    if (plantId === undefined || keyword !== '' || isListed) return
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError && pages < MOST_PAGES) void fetchNextPage()
  }, [plantId, keyword, isListed, hasNextPage, isFetchingNextPage, isFetchNextPageError, pages, fetchNextPage])

  useEffect(() => {
    if (plantId === undefined || keyword !== '' || !isShown || !isPlaced) return undefined
    let isGone = false
    // Asking for the place computes the layout of the whole page: later than what people wait for.
    void untilIdle().then(() => {
      if (!isGone && list.current) showOpenPlant(list.current)
    })
    return () => {
      isGone = true
    }
  }, [plantId, keyword, isShown, isPlaced])

  const tab = pathname.startsWith('/plant/infos/device') ? 'device' : 'data'
  const view = params.has('view') ? (params.get('view') ?? undefined) : undefined
  const pathTo = (id: number): string =>
    plantPath(tab, {
      id,
      q: keyword || undefined,
      date,
      view: view as 'day' | undefined,
      status: filter.status,
      sort: filter.sortText ?? undefined,
    })
  const at = rows.findIndex(({ id }) => id === plantId)
  const openNext = (by: 1 | -1): void => {
    const next = at < 0 ? undefined : rows[at + by]
    if (next !== undefined) void navigate(pathTo(next.id))
  }
  useShortcuts([
    { key: 'J', text: 'shell.keyboard.nextPlant', run: () => openNext(1) },
    { key: 'K', text: 'shell.keyboard.previousPlant', run: () => openNext(-1) },
  ])

  const cards = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])]

  return (
    <div className={styles.plantRail}>
      <div>
        <div className={styles.plantRailHead}>
          <PlantSearch onStep={() => cards()[0]?.focus()} />
          <CreatePlantLink className={styles.plantRailCreate} label={text('plant-list.create')} />
        </div>
        <FleetLinks pathname={pathname} />
        {/* The fleet page has chips of its own. */}
        {!onFleet && <StatusChips />}
      </div>
      {!isPlaced && (
        <div className={styles.plantRailList}>
          <RailSkeleton />
        </div>
      )}
      <nav
        ref={list}
        className={styles.plantRailList}
        hidden={!isPlaced}
        aria-label={text('shell.menu.plants')}
        onKeyDown={stepLinks}
      >
        {(query.isPending || (rows.length > 0 && shown.length === 0)) && <RailSkeleton />}
        {query.isError && rows.length === 0 && (
          <ErrorPanel
            compact
            failure={query.error}
            title={text('plant-list.failed')}
            onRetry={() => void query.refetch()}
          />
        )}
        {query.isSuccess && rows.length === 0 && filter.status === undefined && (keyword || !wide) && (
          <NoPlants keyword={keyword} />
        )}
        <ul>
          {shown.map((row) => (
            <li key={row.id}>
              <PlantCard row={row} to={pathTo(row.id)} current={row.id === plantId} />
            </li>
          ))}
        </ul>
        {query.isFetchingNextPage && <RailSkeleton rows={2} />}
        {query.isFetchNextPageError && (
          <ErrorPanel
            compact
            failure={query.error}
            title={text('plant-list.moreFailed')}
            onRetry={() => void query.fetchNextPage()}
          />
        )}
        <div ref={more} className={styles.plantRailMore} />
      </nav>
      <RailFoot total={total} keyword={keyword} shown={query.isSuccess} />
    </div>
  )
}

/** Above the plants the way to all of them, for who has several. */
function FleetLinks({ pathname }: Readonly<{ pathname: string }>) {
  const { text } = useText()
  const { data } = useQuery(plantCountsQuery(''))
  if (!isFleetPage(pathname) && (data === undefined || data.total < 2)) return null
  const onAlarms = pathname === alarmsPath()
  return (
    <>
      <Link
        className={styles.plantRailFleet}
        to={fleetPath()}
        aria-current={pathname === fleetPath() ? 'page' : undefined}
      >
        <Icon name="plants" size={18} />
        <span>{text('fleet.title')}</span>
      </Link>
      <Link className={styles.plantRailFleet} to={alarmsPath()} aria-current={onAlarms ? 'page' : undefined}>
        <Icon name="alarm" size={18} />
        <span>{text('shell.tab.alert')}</span>
        <ExtraPart>
          <AlarmCount />
        </ExtraPart>
      </Link>
    </>
  )
}

function RailFoot({ total, keyword, shown }: Readonly<{ total: number; keyword: string; shown: boolean }>) {
  const { text } = useText()
  const format = useFormat()
  return (
    <div className={styles.plantRailFoot} role="status">
      {shown && text(keyword ? 'plant-list.found' : 'plant-list.count', { count: total })}
      {!shown && format.count(null)}
    </div>
  )
}

const RailSkeleton = ({ rows = 6 }: Readonly<{ rows?: number }>) =>
  Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without a content
    <div className={styles.plantRailSkeleton} key={row}>
      <Skeleton width={`${72 - (row % 3) * 9}%`} height={15} />
      <Skeleton width={`${50 - (row % 2) * 8}%`} height={12} />
    </div>
  ))
