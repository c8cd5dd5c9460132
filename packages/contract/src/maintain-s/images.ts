import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { base64, done, epochSeconds, id, idParams, list } from '../page.ts'

/** A picture of a plant. Sizes in pixels. */
export const plantImage = z.object({
  id: z.number().int(),
  caption: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  createdAt: epochSeconds,
})
const caption = z.string().trim().max(200)
const imageParams = z.object({ id, imageId: id })
/** Twelve megabytes as Base64, and the rest of the body. */
const MOST_BYTES = 17 * 1024 * 1024

export const imageCalls = {
  'GET /maintain-s/station/{id}/images': endpoint({
    summary: 'The pictures of a plant in their order; the first is the cover',
    right: onPlant('viewPlantInfo', 'params.id'),
    params: idParams,
    reply: list(plantImage),
  }),
  'POST /maintain-s/station/{id}/images': endpoint({
    summary: 'Add a picture (JPEG, PNG or WebP): it is encoded anew, without its notes of place and camera',
    undo: 'ownWay',
    right: onPlant('editPlant', 'params.id'),
    cost: 60,
    mostBytes: MOST_BYTES,
    params: idParams,
    body: z.strictObject({
      content: base64(MOST_BYTES),
      caption: caption.default(''),
    }),
    reply: plantImage,
  }),
  'POST /maintain-s/station/{id}/imageOrder': endpoint({
    summary: 'Put the pictures of a plant into another order',
    undo: 'unkept',
    right: onPlant('editPlant', 'params.id'),
    params: idParams,
    body: z.strictObject({ ids: z.array(id).max(100) }),
    reply: done,
  }),
  'POST /maintain-s/station/{id}/images/{imageId}': endpoint({
    summary: 'Change the caption of a picture',
    undo: 'unkept',
    right: onPlant('editPlant', 'params.id'),
    params: imageParams,
    body: z.strictObject({ caption }),
    reply: done,
  }),
  'DELETE /maintain-s/station/{id}/images/{imageId}': endpoint({
    summary: 'Remove a picture',
    undo: 'final',
    right: onPlant('editPlant', 'params.id'),
    params: imageParams,
    reply: done,
  }),
  'GET /maintain-s/station/{id}/images/{imageId}/file': endpoint({
    summary: 'A picture as WebP',
    right: onPlant('viewPlantInfo', 'params.id'),
    params: imageParams,
    query: z.object({ size: z.enum(['large', 'small']).default('large') }),
    blob: true,
    reply: z.unknown(),
  }),
} as const
