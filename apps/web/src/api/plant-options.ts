import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { queryOptions } from '@tanstack/react-query'
import { searchPlants } from './plants.ts'

const PAGE = 100
/** Beyond this number a list is no help; the plant chosen already stays in it. */
const MOST_PAGES = 20

export type PlantOption = Readonly<{ id: number; name: string; place: string }>

/** Every plant that the user may see, by name. */
export const plantOptionsQuery = queryOptions({
  queryKey: ['plants', 'options'],
  queryFn: async ({ signal }): Promise<readonly PlantOption[]> => {
    const found: PlantOption[] = []
    for (let page = 1; page <= MOST_PAGES; page++) {
      const { total, rows } = await searchPlants(
        { sort: { by: 'newest', isReversed: false }, page, size: PAGE },
        signal,
      )
      found.push(...rows.map(({ id, name, address }) => ({ id, name, place: address })))
      if (page * PAGE >= total) break
    }
    return found
  },
  staleTime: MINUTE_MS,
})
