import { readSort, sortText } from '../../../address/plant-sort.ts'
import { type Changes, readOneOf, type UrlState, useUrlState } from '../../../address/url-state.ts'
import { type ListView, type PlantColumn, plantColumns, plantLooks } from '../../../api/plant-lists.ts'
import type { PlantSort } from '../../../api/plant-order.ts'
import { statusFilters } from '../../../api/trouble.ts'

export type FleetAddress = ListView &
  Readonly<{
    /** From 1. */
    page: number
    change: UrlState['change']
    linkTo: (changes: Changes) => string
  }>

/** The columns that are shown by default. */
export const usualColumns: readonly PlantColumn[] = ['yield', 'week', 'power', 'lost', 'battery', 'seen']
const MOST_TAGS = 10

function readPage(params: URLSearchParams): number {
  const text = params.get('page') ?? ''
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1
}

const readTags = (params: URLSearchParams): readonly number[] => {
  const ids = (params.get('tag') ?? '').split(',').filter((text) => /^[1-9]\d{0,14}$/.test(text))
  return [...new Set(ids.map(Number))].slice(0, MOST_TAGS)
}

/** `cols=` without a column shows none of those that can be hidden. */
function readColumns(params: URLSearchParams): readonly PlantColumn[] | undefined {
  const words = params.get('cols')?.split(',')
  return words && plantColumns.filter((column) => words.includes(column))
}

/** State of the fleet page, as its address has it. Any other filter or order begins on the first page. */
export function useFleetAddress(): FleetAddress {
  const { params, keyword, change, linkTo } = useUrlState()
  return {
    keyword,
    status: readOneOf(params, 'status', statusFilters),
    tagIds: readTags(params),
    sort: readSort(params),
    look: readOneOf(params, 'as', plantLooks),
    columns: readColumns(params),
    page: readPage(params),
    change,
    linkTo: (changes) => linkTo({ page: null, ...changes }),
  }
}

export const sortChange = (sort: PlantSort): Changes => ({ sort: sortText(sort) })
export const tagChange = (tagIds: readonly number[]): Changes => ({ tag: tagIds.join() || null })

const NONE = 'none'
export const columnsChange = (columns: readonly PlantColumn[] | undefined): Changes => ({
  cols: columns === undefined || columns.join() === usualColumns.join() ? null : columns.join() || NONE,
})

/** Changes of the address with which the page shows this view and nothing else. */
export const viewChange = (view: ListView): Changes => ({
  q: view.keyword || null,
  status: view.status ?? null,
  as: view.look ?? null,
  page: null,
  ...tagChange(view.tagIds),
  ...sortChange(view.sort),
  ...columnsChange(view.columns),
})

/** The usual view: all plants, the worst first. */
export const usualView: ListView = {
  keyword: '',
  status: undefined,
  tagIds: [],
  sort: { by: 'worst', isReversed: false },
  look: undefined,
  columns: undefined,
}

export const isSameView = (a: ListView, b: ListView): boolean =>
  JSON.stringify(viewChange({ ...a, tagIds: [...a.tagIds].sort() })) ===
  JSON.stringify(viewChange({ ...b, tagIds: [...b.tagIds].sort() }))
