import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useMemo } from 'react'
import worldUrl from 'world-atlas/countries-110m.json?url'
import { type Bounds, fetchPlaces } from '../../../../api/fleet.ts'
import { statusesOf } from '../../../../api/trouble.ts'
import { useWidth } from '../../../../charts/flow/use-width.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { ErrorPanel } from '../../../../ui/states.tsx'
import { useFleetAddress } from '../fleet-address.ts'
import type { FleetAsk } from '../queries.ts'
import { clusterPlaces, pointsOf } from './cluster.ts'
import styles from './fleet-map.module.css'
import { MapDot } from './map-dot.tsx'
import { boundsOf, enterView, type Size, toScreen } from './projection.ts'
import { type Topology, toPaths, WORLD_WIDTH } from './topology.ts'
import { useMapView, ZOOM_STEP } from './use-map-view.ts'

/** Outlines of all countries: Natural Earth, public domain, from this server; 108 kB, 31 kB on the wire. */
const worldQuery = queryOptions({
  queryKey: ['world'],
  queryFn: async ({ signal }) => {
    const reply = await fetch(worldUrl, { signal })
    if (!reply.ok) throw new Error(`The outlines answer ${reply.status}`)
    return toPaths((await reply.json()) as Topology)
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** @param bounds absent: everywhere */
const placesQuery = (
  { keyword, status, tagIds }: Pick<FleetAsk, 'keyword' | 'status' | 'tagIds'>,
  bounds: Bounds | undefined,
) =>
  queryOptions({
    queryKey: ['plants', 'places', keyword, status ?? '', bounds ?? null, ...tagIds],
    queryFn: ({ signal }) => fetchPlaces({ keyword, statuses: statusesOf(status), tagIds }, bounds, signal),
    refetchInterval: MINUTE_MS,
    placeholderData: keepPreviousData,
  })

/** Height above the map, so that it ends with the window. */
const ABOVE_PX = 440
const toHeight = (width: number): number =>
  Math.round(Math.max(340, Math.min(700, width * 0.52, window.innerHeight - ABOVE_PX)))

/** Where the plants stand, each a dot with its status. No other server gets a request. */
export function FleetMap() {
  const { text } = useText()
  const address = useFleetAddress()
  const { ref, width } = useWidth<HTMLElement>()
  const size = useMemo<Size>(() => ({ width: width ?? 800, height: toHeight(width ?? 800) }), [width])
  const whole = useQuery(placesQuery(address, undefined))
  const all = whole.data?.places ?? []
  const map = useMapView(pointsOf(all), size, ref)
  const { view } = map
  // Among many the server shows those of the picture more closely.
  const bounds = useDeferredValue(boundsOf(view, size))
  const isMerged = whole.data?.isMerged === true
  const part = useQuery({ ...placesQuery(address, bounds), enabled: isMerged })
  const dots = clusterPlaces(isMerged ? (part.data?.places ?? all) : all, view, size)
  const hint = useId()

  if (whole.isError && whole.data === undefined)
    return <ErrorPanel failure={whole.error} title={text('plant-list.failed')} onRetry={() => void whole.refetch()} />
  return (
    <Card flush className={styles.map}>
      <figure
        ref={ref}
        className={styles.frame}
        style={{ height: size.height }}
        aria-label={text('fleet.map')}
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move the picture
        tabIndex={0}
        {...map.hands}
      >
        {width !== undefined && <World size={size} view={view} />}
        {width !== undefined &&
          dots.map((dot) => (
            <MapDot key={dot.key} dot={dot} onEnter={() => map.set(enterView(pointsOf(dot.places), size))} />
          ))}
        <div className={styles.tools}>
          <Button size="s" icon="add" label={text('fleet.map.in')} onClick={() => map.zoom(ZOOM_STEP)} />
          <Button size="s" icon="minus" label={text('fleet.map.out')} onClick={() => map.zoom(1 / ZOOM_STEP)} />
          <Button size="s" icon="globe" label={text('fleet.map.reset')} onClick={map.reset} />
        </div>
        <p id={hint} className="visually-hidden">
          {text('fleet.map.hint')}
        </p>
      </figure>
      <Foot />
    </Card>
  )
}

function World({ size, view }: Readonly<{ size: Size; view: Parameters<typeof toScreen>[0] }>) {
  const { data } = useQuery(worldQuery)
  if (!data) return null
  const { x, y } = toScreen(view, size, { x: 0, y: 0 })
  return (
    <svg className={styles.world} width={size.width} height={size.height} aria-hidden="true">
      <g transform={`translate(${x} ${y}) scale(${view.k / WORLD_WIDTH})`}>
        <path className={styles.land} d={data.land} />
        <path className={styles.borders} d={data.borders} />
      </g>
    </svg>
  )
}

function Foot() {
  const { text } = useText()
  const { isError } = useQuery(worldQuery)
  return (
    <p className={styles.foot} role="status">
      {text(isError ? 'fleet.map.failed' : 'fleet.map.source')}
    </p>
  )
}
