import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { findPictureKind } from './picture-kind.ts'
import { drawPicture } from './pictures.ts'

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4"><rect width="8" height="4" fill="#f00"/></svg>'
const form = { as: 'png', fit: 'inside', width: 100, height: 100 } as const
const draw = async (bytes: Uint8Array) => {
  const question = { bytes, takes: ['jpeg', 'png', 'webp', 'svg'] } as const
  const [{ width, height }] = await drawPicture(question, [form], { account: 'mira' })
  return [width, height]
}
const refusal = expect.objectContaining({ code: 'IMAGE_UNREADABLE' })

describe('a picture', () => {
  it('is drawn whatever stands before the drawing', async () => {
    for (const head of ['', '\ufeff', '<?foo bar?>', '<!-- a > b --><?xml version="1.0"?>\n<!DOCTYPE svg>'])
      expect([head, await draw(Buffer.from(head + SVG))]).toEqual([head, [8, 4]])
  })

  it.each([
    ['a compressed drawing', gzipSync(SVG)],
    ['a drawing within a page', Buffer.from(`<html>${SVG}</html>`)],
    ['a drawing that calls itself PNG', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(SVG)])],
    ['a drawing that calls itself JPEG', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(SVG)])],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj')],
    ['nothing', Buffer.alloc(0)],
  ])('that is %s is refused', async (_, bytes) => {
    await expect(draw(bytes)).rejects.toEqual(refusal)
  })

  it('that is a GIF or a TIFF is refused', async () => {
    const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    for (const bytes of [await picture.clone().gif().toBuffer(), await picture.clone().tiff().toBuffer()])
      await expect(draw(bytes)).rejects.toEqual(refusal)
  })

  it('is no drawing because it says so far behind', () => {
    expect(findPictureKind(Buffer.from(`${'<!--'.repeat(2_000)}<svg>`))).toBeUndefined()
  })
})
