import type { CallName } from '@heliograph/contract/calls.ts'
import type { FleetPlant } from '@heliograph/contract/maintain-s/fleet.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, addTestPlant, addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'
import { type CallParts, inject } from '../../testing/call.ts'
import { MOST_IMAGES } from './plant-images.ts'

let test: TestApp
type Person = { userId: number; token: string }
let owner: Person
let viewer: Person
let stranger: Person
let plant: number
beforeAll(async () => {
  test = await createTestApp(Date.parse('2026-06-15T11:00:00Z'))
  owner = await addTestUser(test, 'owner')
  viewer = await addTestUser(test, 'viewer')
  stranger = await addTestUser(test, 'stranger')
  plant = await addTestPlant(test.db, owner.userId)
  await addMember(test.db, plant, viewer.userId, 'viewer')
})
afterAll(() => test.close())

const ask = async (name: CallName, parts: CallParts, person = owner) => {
  const reply = await inject(test.app, name, parts, bearer(person.token))
  const isJson = String(reply.headers['content-type']).includes('json')
  return { status: reply.statusCode, body: isJson ? reply.json() : undefined, bytes: reply.rawPayload, reply }
}
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#4c87ff' } })
const add = (bytes: Buffer, person = owner) =>
  ask(
    'POST /maintain-s/station/{id}/images',
    { params: { id: plant }, body: { content: bytes.toString('base64') } },
    person,
  )
const list = async (person = owner) =>
  (await ask('GET /maintain-s/station/{id}/images', { params: { id: plant } }, person)).body.data as {
    id: number
    caption: string
    width: number
    height: number
  }[]
const file = (imageId: number, query: Record<string, string> = {}, person = owner, id = plant) =>
  ask('GET /maintain-s/station/{id}/images/{imageId}/file', { params: { id, imageId }, query }, person)

describe('pictures of a plant', () => {
  it('are encoded anew, upright, without place and camera', async () => {
    // Turned by its notes, which also say where it was taken.
    const notes = {
      IFD0: { Copyright: 'Secret street 5' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' },
    }
    const turned = await picture(3000, 1500).withExif(notes).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { status, body } = await add(turned)
    expect([status, body.width, body.height]).toEqual([200, 960, 1920])
    const large = await file(body.id)
    expect([large.status, large.reply.headers['content-type']]).toEqual([200, 'image/webp'])
    const seen = await sharp(large.bytes).metadata()
    expect([seen.format, seen.width, seen.height, seen.exif, seen.orientation]).toEqual([
      'webp',
      960,
      1920,
      undefined,
      undefined,
    ])
    expect(large.bytes.includes('Secret')).toBe(false)
    const small = await sharp((await file(body.id, { size: 'small' })).bytes).metadata()
    expect([small.width, small.height]).toEqual([240, 480])
  })

  it('are put in order, and the first is the cover in lists', async () => {
    await add(await picture(8, 8).png().toBuffer())
    await add(await picture(9, 9).webp().toBuffer())
    const ids = (await list()).map(({ id }) => id)
    const order = (wanted: readonly number[], person = owner) =>
      ask('POST /maintain-s/station/{id}/imageOrder', { params: { id: plant }, body: { ids: wanted } }, person)
    const turned = [...ids].reverse()
    expect((await order(turned)).status).toBe(200)
    expect((await list()).map(({ id }) => id)).toEqual(turned)
    for (const wrong of [ids.slice(1), [...ids.slice(1), 999_999], [...ids.slice(1), ids[1] ?? 0], [...ids, 999_999]])
      expect((await order(wrong)).body.code).toBe('PARAM_ERROR')
    const fleet = await ask('POST /maintain-s/operating/station/fleet', { body: {} })
    expect((fleet.body.data as FleetPlant[]).map(({ coverId }) => coverId)).toEqual([turned[0]])
  })

  it('are seen by viewers, changed by editors, and unknown to strangers', async () => {
    const [first] = await list(viewer)
    const imageId = first?.id ?? 0
    expect((await file(imageId, {}, viewer)).status).toBe(200)
    const caption = { params: { id: plant, imageId }, body: { caption: 'Roof\u200b south ' } }
    const change = 'POST /maintain-s/station/{id}/images/{imageId}'
    expect((await ask(change, caption, viewer)).body.code).toBe('NO_PERMISSION')
    expect((await ask(change, caption)).status).toBe(200)
    expect((await list())[0]?.caption).toBe('Roof south')
    // Under a plant of their own, too.
    const own = await addTestPlant(test.db, stranger.userId)
    expect((await file(imageId, {}, stranger)).status).toBe(404)
    expect((await file(imageId, {}, stranger, own)).status).toBe(404)
    const remove = 'DELETE /maintain-s/station/{id}/images/{imageId}'
    expect((await ask(remove, { params: { id: own, imageId } }, stranger)).body.code).toBe('NOT_FOUND')
    expect((await ask(change, { ...caption, params: { id: own, imageId } }, stranger)).body.code).toBe('NOT_FOUND')
    expect((await ask(remove, { params: { id: plant, imageId } })).status).toBe(200)
    expect((await list()).map(({ id }) => id)).not.toContain(imageId)
  })

  it('are refused when they are none, broken, or huge once unpacked', async () => {
    const jpeg = await picture(400, 400).jpeg().toBuffer()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>')
    const gif = await picture(9, 9).gif().toBuffer()
    // 9,000 x 9,000 pixels in some kilobytes.
    const bomb = await picture(9_000, 9_000).png({ compressionLevel: 9 }).toBuffer()
    for (const bytes of [Buffer.from('hello'), svg, gif, jpeg.subarray(0, jpeg.length / 2), bomb])
      expect([bytes.length, (await add(bytes)).body.code]).toEqual([bytes.length, 'IMAGE_UNREADABLE'])
    const content = 'x'.repeat(18 * 1024 * 1024)
    const huge = await ask('POST /maintain-s/station/{id}/images', { params: { id: plant }, body: { content } })
    expect(huge.status).toBe(413)
  })

  it('have a limit', async () => {
    await test.db.pool.query(
      `insert into plant_images (plant_id, position, width, height, large, small, created_at)
       select $1, 9, 1, 1, '', '', now() from generate_series(1, $2)`,
      [plant, MOST_IMAGES],
    )
    expect((await add(await picture(8, 8).png().toBuffer())).body.code).toBe('TOO_MANY')
    expect(await list()).toHaveLength(MOST_IMAGES)
  })
})
