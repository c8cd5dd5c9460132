import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { useMemo } from 'react'
import { useUrlState } from '../address/url-state.ts'
import type { TimeRange } from './time-ticks.ts'

/** In the address: minutes from the start of the whole, `570-855`. */
export const ZOOM = 'zoom'

/** The part of a stretch that an address names; undefined: all of it. The address is not trusted. */
export function readZoom(text: string | null, { fromMs, toMs }: TimeRange): TimeRange | undefined {
  const [, from, to] = /^(\d{1,8})-(\d{1,8})$/.exec(text ?? '') ?? []
  if (from === undefined || to === undefined) return undefined
  const zoom = { fromMs: fromMs + Number(from) * MINUTE_MS, toMs: Math.min(toMs, fromMs + Number(to) * MINUTE_MS) }
  return zoom.toMs > zoom.fromMs ? zoom : undefined
}

export const writeZoom = (zoom: TimeRange, { fromMs }: TimeRange): string =>
  `${Math.floor((zoom.fromMs - fromMs) / MINUTE_MS)}-${Math.ceil((zoom.toMs - fromMs) / MINUTE_MS)}`

/** A chart's zoom in the address, so that it can be sent, and Back undoes it. */
export function useZoom(range: TimeRange | undefined) {
  const { params, change } = useUrlState()
  const text = params.get(ZOOM)
  const zoom = useMemo(() => range && readZoom(text, range), [text, range])
  return {
    zoom,
    onZoom: (next: TimeRange | undefined): void =>
      change({ [ZOOM]: next && range ? writeZoom(next, range) : null }, { replace: zoom !== undefined }),
  }
}
