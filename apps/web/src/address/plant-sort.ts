import { type PlantOrder, type PlantSort, plantOrders, worstFirst } from '../api/plant-order.ts'

/** `?sort=name`, `?sort=-name` for the other way round; the worst first where the address says nothing. */
export function readSort(params: URLSearchParams): PlantSort {
  const text = params.get('sort') ?? ''
  const by = plantOrders.find((one) => one === text.replace(/^-/, ''))
  return by === undefined ? worstFirst : { by, isReversed: text.startsWith('-') }
}

/** What the address says of it; null: nothing. */
export const sortText = ({ by, isReversed }: PlantSort): string | null =>
  by === 'worst' && !isReversed ? null : `${isReversed ? '-' : ''}${by}`

/** A press on a column orders by it, a second one the other way round. */
export const nextSort = (now: PlantSort, by: PlantOrder): PlantSort => ({
  by,
  isReversed: now.by === by && !now.isReversed,
})
