import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { type DataCenter, dataCenterOf, dataCenters, isRegion, type RegionCode } from '@heliograph/domain/regions.ts'
import type { KeyOf } from '@heliograph/i18n/keys.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Brand } from '../api/brand.ts'
import { call, setTransport } from '../api/call.ts'
import { useBrand } from '../brand/brand-context.ts'
import { readRegion, storeRegion } from './region.ts'

/** Whether the visitor chooses at all: a branded build uses one data center only. */
export const canChooseCenter = (brand: Pick<Brand, 'hasCenters' | 'isOem'>): boolean => brand.hasCenters && !brand.isOem

const currentCenter = (brand: Pick<Brand, 'text'>): DataCenter | undefined => {
  const current = brand.text('DATA_CENTER_CURRENT', 'en')
  return dataCenters.find((center) => center === current)
}

/** The data center whose server delivered this page. */
export const buildCenter = (brand: Pick<Brand, 'text'>): DataCenter => currentCenter(brand) ?? 'FOREIGN_1'

/** By the visitor's region; the page's own data center until one is chosen. */
export function chosenCenter(brand: Pick<Brand, 'text'>): DataCenter {
  const region = readRegion()
  return region === undefined ? buildCenter(brand) : dataCenterOf(region)
}

/** Call before the first call that has a prefix. */
export function startCenter(brand: Brand): void {
  if (brand.isOem) return
  const current = currentCenter(brand)
  const center = canChooseCenter(brand) ? chosenCenter(brand) : current
  setTransport({ center, isHere: center !== undefined && center === current })
}

const listeners = new Set<() => void>()

/** From now on calls go there. */
export function chooseRegion(region: RegionCode): void {
  storeRegion(region)
  setTransport({ center: dataCenterOf(region), isHere: false })
  for (const listener of listeners) listener()
}

/** The same by data center; a region that selects it already stays. */
export function chooseCenter(center: DataCenter): void {
  const region = readRegion() ?? ''
  if (isRegion(region) && dataCenterOf(region) === center) chooseRegion(region)
  else chooseRegion(center === 'CHINA' ? 'CN' : 'INTL')
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The chosen region, wherever on the page it is changed. */
export function useChosenRegion(): RegionCode {
  const brand = useBrand()
  const region = useSyncExternalStore(subscribe, readRegion) ?? ''
  if (isRegion(region)) return region
  return (region === '' ? buildCenter(brand) : dataCenterOf(region)) === 'CHINA' ? 'CN' : 'INTL'
}

export const useChosenCenter = (): DataCenter => dataCenterOf(useChosenRegion())

/** The page came from another data center than the one whose data it shows (specification, section 4). */
export function useCenterMismatch(): boolean {
  const brand = useBrand()
  const chosen = useChosenCenter()
  return canChooseCenter(brand) && chosen !== buildCenter(brand)
}

/** Names on their own, and within a sentence. */
export const centerTitleKeys: Readonly<Record<DataCenter, KeyOf<'shell'>>> = {
  CHINA: 'shell.dataCenter.china',
  FOREIGN_1: 'shell.dataCenter.international',
}
export const centerNameKeys: Readonly<Record<DataCenter, KeyOf<'data-center'>>> = {
  CHINA: 'data-center.name.CHINA',
  FOREIGN_1: 'data-center.name.FOREIGN_1',
}

export const centersQuery = queryOptions({
  queryKey: ['data-centers'],
  queryFn: ({ signal }) => call('GET /user-s/data-center', undefined, { signal }),
  staleTime: 10 * MINUTE_MS,
})
export const useCenters = () => useQuery(centersQuery)

export type FoundCenter = Readonly<{
  center: DataCenter
  /** These credentials open an account there. */
  exists: boolean
  /** Where that account moved. */
  movedTo: string | null
}>

/**
 * Asks every data center whether it has an account that these credentials open; one that does not reply counts as
 * without.
 */
export async function findCentersOf(
  credentials: Readonly<{ account: string; password: string }>,
  options: Readonly<{ except?: DataCenter }> = {},
): Promise<readonly FoundCenter[]> {
  const { data } = await call('GET /user-s/data-center')
  const asked = data.filter(({ center }) => center !== options.except)
  return Promise.all(
    asked.map(async ({ center }) => {
      const { account, password } = credentials
      const answer = await call('POST /user-s/acc/check-user', { body: { account, password } }, { center }).catch(
        () => undefined,
      )
      return { center, exists: answer?.exists ?? false, movedTo: answer?.movedTo ?? null }
    }),
  )
}
