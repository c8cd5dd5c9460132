import type { Corners, Point } from '@heliograph/domain/photo-grid/plane-geometry.ts'
import { recognizePhoto } from '../layout-photos/layout-photos.ts'
import type { FamilyHandlers } from './handler.ts'

const round = ({ x, y }: Point): Point => ({ x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 })
const toWire = ([a, b, c, d]: Corners): [Point, Point, Point, Point] => [round(a), round(b), round(c), round(d)]

export const layoutPhotoHandlers = {
  'POST /maintain-s/station/layout/photo/recognition/{id}': async ({ body }) => {
    const { cells, beside, ...photo } = await recognizePhoto(Buffer.from(body.content, 'base64'))
    return {
      ...photo,
      cells: cells.map((cell) => ({ ...cell, corners: cell.corners && toWire(cell.corners) })),
      beside: [...beside],
    }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
