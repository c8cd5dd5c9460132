import { type Status, statuses } from '@heliograph/domain/status.ts'
import { readSort, sortText } from '../../address/plant-sort.ts'
import { type Changes, readOneOf, type UrlState, useUrlState } from '../../address/url-state.ts'
import type { PlantSort } from '../../api/plant-order.ts'

export const fleetLooks = ['table', 'cards', 'map'] as const
export type FleetLook = (typeof fleetLooks)[number]

export type FleetAddress = Readonly<{
  keyword: string
  status: Status | undefined
  sort: PlantSort
  /** undefined: what suits the screen. */
  look: FleetLook | undefined
  /** From 1. */
  page: number
  change: UrlState['change']
  linkTo: (changes: Changes) => string
}>

function readPage(params: URLSearchParams): number {
  const text = params.get('page') ?? ''
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1
}

/** What the fleet page shows, as its address says. Any other filter or order begins on the first page. */
export function useFleetAddress(): FleetAddress {
  const { params, keyword, change, linkTo } = useUrlState()
  return {
    keyword,
    status: readOneOf(params, 'status', statuses),
    sort: readSort(params),
    look: readOneOf(params, 'as', fleetLooks),
    page: readPage(params),
    change,
    linkTo: (changes) => linkTo({ page: null, ...changes }),
  }
}

export const sortChange = (sort: PlantSort): Changes => ({ sort: sortText(sort) })
