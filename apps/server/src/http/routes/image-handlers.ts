import { Readable } from 'node:stream'
import {
  addImage,
  listImages,
  orderImages,
  type PlantImage,
  readImage,
  removeImage,
  setCaption,
} from '../../fleet/plant-images/plant-images.ts'
import type { FamilyHandlers, FileReply } from './handler.ts'
import { toSeconds } from './scales.ts'
import { senderOf } from './sender-of.ts'

const toWire = ({ createdAtMs, ...image }: PlantImage) => ({ ...image, createdAt: toSeconds(createdAtMs) })

export const imageHandlers = {
  'GET /maintain-s/station/{id}/images': async ({ params, context }) => {
    const images = await listImages(context.db, params.id)
    return { total: images.length, data: images.map(toWire) }
  },
  'POST /maintain-s/station/{id}/images': async ({ params, body, context }) => {
    const bytes = Buffer.from(body.content, 'base64')
    const { userId } = context.session
    const options = { plantId: params.id, userId, bytes, caption: body.caption, nowMs: context.nowMs }
    return toWire(await addImage(context.db, options, senderOf(context)))
  },
  'POST /maintain-s/station/{id}/imageOrder': async ({ params, body, context }) => {
    await orderImages(context.db, params.id, body.ids)
    return { success: true }
  },
  'POST /maintain-s/station/{id}/images/{imageId}': async ({ params, body, context }) => {
    await setCaption(context.db, params.id, params.imageId, body.caption)
    return { success: true }
  },
  'DELETE /maintain-s/station/{id}/images/{imageId}': async ({ params, context }) => {
    await removeImage(context.db, params.id, params.imageId)
    return { success: true }
  },
  'GET /maintain-s/station/{id}/images/{imageId}/file': async ({ params, query, context }): Promise<FileReply> => {
    const bytes = await readImage(context.db, params.id, params.imageId, query.size)
    const name = `${params.imageId}-${query.size}.webp`
    return { stream: Readable.from([bytes]), name, type: 'image/webp', sizeBytes: bytes.length, isLasting: true }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
