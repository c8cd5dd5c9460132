import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { type DataCentre, dataCentreOf, dataCentres, isRegion, type RegionCode } from '@heliograph/domain/regions.ts'
import type { KeyOf } from '@heliograph/i18n/keys.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Brand } from '../api/brand.ts'
import { call, setTransport } from '../api/call.ts'
import { useBrand } from '../brand/brand-context.ts'
import { readRegion, storeRegion } from './region.ts'

/** Whether the visitor chooses at all: a branded build uses one data center only. */
export const canChooseCentre = (brand: Pick<Brand, 'hasCentres' | 'isOem'>): boolean => brand.hasCentres && !brand.isOem

const toldCentre = (brand: Pick<Brand, 'text'>): DataCentre | undefined => {
  const told = brand.text('DATA_CENTER_CURRENT', 'en')
  return dataCentres.find((centre) => centre === told)
}

/** The data center whose server delivered this page. */
export const buildCentre = (brand: Pick<Brand, 'text'>): DataCentre => toldCentre(brand) ?? 'FOREIGN_1'

/** By the visitor's region; the page's own data center until one is chosen. */
export function chosenCentre(brand: Pick<Brand, 'text'>): DataCentre {
  const region = readRegion()
  return region === undefined ? buildCentre(brand) : dataCentreOf(region)
}

/** Call before the first call that has a prefix. */
export function startCentre(brand: Brand): void {
  if (!brand.isOem) setTransport({ centre: canChooseCentre(brand) ? chosenCentre(brand) : toldCentre(brand) })
}

const listeners = new Set<() => void>()

/** From now on calls go there. */
export function chooseRegion(region: RegionCode): void {
  storeRegion(region)
  setTransport({ centre: dataCentreOf(region) })
  for (const listener of listeners) listener()
}

/** The same by data center; a region that selects it already stays. */
export function chooseCentre(centre: DataCentre): void {
  const region = readRegion() ?? ''
  if (isRegion(region) && dataCentreOf(region) === centre) chooseRegion(region)
  else chooseRegion(centre === 'CHINA' ? 'CN' : 'INTL')
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
  return (region === '' ? buildCentre(brand) : dataCentreOf(region)) === 'CHINA' ? 'CN' : 'INTL'
}

export const useChosenCentre = (): DataCentre => dataCentreOf(useChosenRegion())

/** The page came from another data center than the one whose data it shows (specification, section 4). */
export function useCentreMismatch(): boolean {
  const brand = useBrand()
  const chosen = useChosenCentre()
  return canChooseCentre(brand) && chosen !== buildCentre(brand)
}

/** Names on their own, and within a sentence. */
export const centreTitleKeys: Readonly<Record<DataCentre, KeyOf<'shell'>>> = {
  CHINA: 'shell.dataCenter.china',
  FOREIGN_1: 'shell.dataCenter.international',
}
export const centreNameKeys: Readonly<Record<DataCentre, KeyOf<'data-centre'>>> = {
  CHINA: 'data-centre.name.CHINA',
  FOREIGN_1: 'data-centre.name.FOREIGN_1',
}

export const centresQuery = queryOptions({
  queryKey: ['data-centres'],
  queryFn: ({ signal }) => call('GET /user-s/data-centre', undefined, { signal }),
  staleTime: 10 * MINUTE_MS,
})
export const useCentres = () => useQuery(centresQuery)

export type FoundCentre = Readonly<{
  centre: DataCentre
  /** These credentials open an account there. */
  exists: boolean
  /** Where that account moved. */
  movedTo: string | null
}>

/**
 * Asks every data center whether it has an account that these credentials open; one that does not reply counts as
 * without.
 */
export async function findCentresOf(
  credentials: Readonly<{ account: string; password: string }>,
  options: Readonly<{ except?: DataCentre }> = {},
): Promise<readonly FoundCentre[]> {
  const { data } = await call('GET /user-s/data-centre')
  const asked = data.filter(({ centre }) => centre !== options.except)
  return Promise.all(
    asked.map(async ({ centre }) => {
      const { account, password } = credentials
      const answer = await call('POST /user-s/acc/check-user', { body: { account, password } }, { centre }).catch(
        () => undefined,
      )
      return { centre, exists: answer?.exists ?? false, movedTo: answer?.movedTo ?? null }
    }),
  )
}
