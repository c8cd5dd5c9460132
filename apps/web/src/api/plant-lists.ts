/** Tags of plants and saved views of their list, in our words. */
import type { CallReply } from '@heliograph/contract/calls.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import type { PlantSort } from './plant-order.ts'
import type { StatusOrTrouble } from './trouble.ts'

export type PlantTag = Readonly<{ id: number; name: string; plantCount: number }>

export const plantLooks = ['table', 'cards', 'map'] as const
export type PlantLook = (typeof plantLooks)[number]
/** Columns of the table that can be hidden, in their order. */
export const plantColumns = ['yield', 'week', 'energy', 'power', 'lost', 'battery', 'seen'] as const
export type PlantColumn = (typeof plantColumns)[number]

/** View of the list of plants. undefined: as usual. */
export type ListView = Readonly<{
  keyword: string
  status: StatusOrTrouble | undefined
  tagIds: readonly number[]
  sort: PlantSort
  look: PlantLook | undefined
  columns: readonly PlantColumn[] | undefined
}>
export type SavedView = Readonly<{ id: number; name: string; view: ListView }>

type WireView = CallReply<'POST /maintain-s/station/views'>
const toView = ({ id, name, definition }: WireView): SavedView => ({
  id,
  name,
  view: {
    keyword: definition.keyword,
    status: definition.status ?? undefined,
    tagIds: definition.tagIds,
    sort: { by: definition.orderBy, isReversed: definition.isReversed },
    look: definition.look ?? undefined,
    columns: definition.columns ?? undefined,
  },
})

export const tagsQuery = queryOptions({
  queryKey: ['plants', 'tags'],
  queryFn: async ({ signal }): Promise<readonly PlantTag[]> =>
    (await call('GET /maintain-s/station/tags', undefined, { signal })).data,
})

export const viewsQuery = queryOptions({
  queryKey: ['plants', 'views'],
  queryFn: async ({ signal }): Promise<readonly SavedView[]> => {
    const { data } = await call('GET /maintain-s/station/views', undefined, { signal })
    return data.map(toView)
  },
})

export const addTag = async (name: string): Promise<number> =>
  (await call('POST /maintain-s/station/tags', { body: { name } })).id
export const renameTag = (tagId: number, name: string) =>
  call('POST /maintain-s/station/tags/{tagId}', { params: { tagId }, body: { name } })
export const removeTag = (tagId: number) => call('DELETE /maintain-s/station/tags/{tagId}', { params: { tagId } })

export const tagPlants = (plantIds: readonly number[], add: readonly number[], remove: readonly number[]) =>
  call('POST /maintain-s/station/tags/plants', {
    body: { plantIds, add, remove },
  })

export const saveView = ({ name, view }: Omit<SavedView, 'id'>) =>
  call('POST /maintain-s/station/views', {
    body: {
      name,
      definition: {
        keyword: view.keyword,
        status: view.status ?? null,
        tagIds: view.tagIds,
        orderBy: view.sort.by,
        isReversed: view.sort.isReversed,
        look: view.look ?? null,
        columns: view.columns ?? null,
      },
    },
  })
export const removeView = (viewId: number) => call('DELETE /maintain-s/station/views/{viewId}', { params: { viewId } })
