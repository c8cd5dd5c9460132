import { type PlantOrder, type PlantSort, plantOrders, worstFirst } from '../api/plant-order.ts'

/** `?sort=name`, `?sort=-name` for the other way round. @param usual where the address says nothing */
export function readSort(params: URLSearchParams, usual: PlantSort = worstFirst): PlantSort {
  const text = params.get('sort') ?? ''
  const by = plantOrders.find((order) => order === text.replace(/^-/, ''))
  return by === undefined ? usual : { by, isReversed: text.startsWith('-') }
}

/** The order as the address writes it; null: the usual one. */
export const sortText = ({ by, isReversed }: PlantSort, usual: PlantSort = worstFirst): string | null =>
  by === usual.by && isReversed === usual.isReversed ? null : `${isReversed ? '-' : ''}${by}`

/** A press on a column orders by it, a second one the other way round. */
export const nextSort = (now: PlantSort, by: PlantOrder): PlantSort => ({
  by,
  isReversed: now.by === by && !now.isReversed,
})
