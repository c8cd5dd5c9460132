import { Readable } from 'node:stream'
import type { Corners, Point } from '@heliograph/domain/photo-grid/plane-geometry.ts'
import { makePaperTemplate } from '../../delivery/reports/reports.ts'
import { readLayoutFile, recognizePhoto } from '../../insight/layout-photos/layout-photos.ts'
import type { FamilyHandlers, FileReply } from './handler.ts'
import { senderOf } from './sender-of.ts'

const round = ({ x, y }: Point): Point => ({ x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 })
const toWire = ([a, b, c, d]: Corners): [Point, Point, Point, Point] => [round(a), round(b), round(c), round(d)]

export const layoutPhotoHandlers = {
  'POST /maintain-s/station/layout/photo/recognition/{id}': async ({ body, context }) => {
    const { cells, beside, ...photo } = await recognizePhoto(Buffer.from(body.content, 'base64'), senderOf(context))
    return {
      ...photo,
      cells: cells.map((cell) => ({ ...cell, corners: cell.corners && toWire(cell.corners) })),
      beside: [...beside],
    }
  },
  'POST /maintain-s/station/layout/file/recognition/{id}': async ({ body, context }) => {
    const grids = await readLayoutFile(Buffer.from(body.content, 'base64'), senderOf(context))
    return {
      data: grids.map(({ cells, beside, ...grid }) => ({
        ...grid,
        cells: [...cells],
        beside: [...beside],
      })),
    }
  },
  'GET /maintain-s/station/layout/template/{id}': async ({ params, query, context }): Promise<FileReply> => {
    const pdf = await makePaperTemplate(context.db, params.id, { ...query, nowMs: context.nowMs })
    return { stream: Readable.from(pdf), name: 'modules.pdf', type: 'application/pdf', sizeBytes: null }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
