/** Pictures of a plant, in our words. */
import { queryOptions } from '@tanstack/react-query'
import { addressOf, call, hasBearer } from './call.ts'
import { plantKey } from './queries.ts'

export type PlantImage = Readonly<{ id: number; caption: string; width: number; height: number }>

export const MOST_IMAGE_BYTES = 12 * 1024 * 1024
export const MOST_IMAGES = 20

export const imagesQuery = (plantId: number) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'images'],
    queryFn: async ({ signal }): Promise<readonly PlantImage[]> =>
      (await call('GET /maintain-s/station/{id}/images', { params: { id: plantId } }, { signal })).data,
  })

/** Where the browser finds a picture; undefined where a session has no cookie, for `<img>` sends no token. */
export const imageAddress = (plantId: number, imageId: number, size: 'large' | 'small'): string | undefined =>
  hasBearer()
    ? undefined
    : `${addressOf('GET /maintain-s/station/{id}/images/{imageId}/file', { id: plantId, imageId })}?size=${size}`

/** @param content Base64 */
export const addImage = (plantId: number, content: string) =>
  call('POST /maintain-s/station/{id}/images', { params: { id: plantId }, body: { content } })
export const setCaption = (plantId: number, imageId: number, caption: string) =>
  call('POST /maintain-s/station/{id}/images/{imageId}', { params: { id: plantId, imageId }, body: { caption } })
export const removeImage = (plantId: number, imageId: number) =>
  call('DELETE /maintain-s/station/{id}/images/{imageId}', { params: { id: plantId, imageId } })
export const orderImages = (plantId: number, ids: readonly number[]) =>
  call('POST /maintain-s/station/{id}/imageOrder', { params: { id: plantId }, body: { ids } })
