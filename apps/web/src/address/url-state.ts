/** The screens' state in the URL, which is not trusted. */
import { isDate } from '@heliograph/domain/time.ts'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { type PlantView, plantViews } from './paths.ts'

export function readId(params: URLSearchParams, name: string): number | undefined {
  const text = params.get(name) ?? ''
  const id = Number(text)
  return /^\d{1,16}$/.test(text) && Number.isSafeInteger(id) && id > 0 ? id : undefined
}

export function readView(params: URLSearchParams): PlantView {
  const text = params.get('view')
  return plantViews.find((view) => view === text) ?? 'day'
}

/** `YYYY-MM-DD`, or undefined for today at the plant. */
export function readDate(params: URLSearchParams): string | undefined {
  const text = params.get('date') ?? ''
  return isDate(text) ? text : undefined
}

export function readOneOf<T extends string>(
  params: URLSearchParams,
  name: string,
  allowed: readonly T[],
): T | undefined {
  const text = params.get(name)
  return allowed.find((item) => item === text)
}

export const readKeyword = (params: URLSearchParams): string => (params.get('q') ?? '').slice(0, 100)

export type Changes = Readonly<Record<string, string | number | null | undefined>>

/** The same URL with some values changed; null or undefined removes one. */
export function changeParams(params: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined || value === null || value === '') next.delete(key)
    else next.set(key, String(value))
  }
  return next
}

export type UrlState = Readonly<{
  params: URLSearchParams
  plantId: number | undefined
  date: string | undefined
  view: PlantView
  keyword: string
  /** Changes the URL; a step that Back should undo is pushed, any other replaces. */
  change: (changes: Changes, options?: Readonly<{ replace?: boolean }>) => void
  /** `?...` for a link to this page with some values changed. */
  linkTo: (changes: Changes) => string
}>

export function useUrlState(): UrlState {
  const [params, setParams] = useSearchParams()
  const change = useCallback<UrlState['change']>(
    (changes, options) => setParams((now) => changeParams(now, changes), { replace: options?.replace ?? false }),
    [setParams],
  )
  return {
    params,
    plantId: readId(params, 'id'),
    date: readDate(params),
    view: readView(params),
    keyword: readKeyword(params),
    change,
    linkTo: (changes) => `?${changeParams(params, changes)}`,
  }
}
