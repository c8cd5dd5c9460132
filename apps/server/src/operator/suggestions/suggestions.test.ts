import type { CallName } from '@heliograph/contract/calls.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addTestUser, bearer, createTestApp, type TestApp } from '../../testing/app.ts'
import { type CallParts, inject } from '../../testing/call.ts'
import { reEncodePicture } from './suggestions.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
let test: TestApp
const tokens: Record<string, string> = {}

beforeAll(async () => {
  test = await createTestApp(nowMs)
  for (const account of ['mira', 'neighbor']) tokens[account] = (await addTestUser(test, account)).token
  tokens.operator = (await addTestUser(test, 'operator', true)).token
})
afterAll(() => test.close())
beforeEach(() => test.db.pool.query('truncate suggestions cascade'))

const ask = async (account: string, name: CallName, parts: CallParts = {}) => {
  const reply = await inject(test.app, name, parts, bearer(tokens[account] ?? ''))
  return { status: reply.statusCode, body: reply.json() }
}
const asDataUrl = (data: Buffer, type = 'jpeg') => `data:image/${type};base64,${data.toString('base64')}`
const draw = (width = 40, height = 20) => sharp({ create: { width, height, channels: 3, background: '#f80' } }).jpeg()
/** As a phone takes it: turned, with the place of the house. */
const photo = () =>
  draw()
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '52/1 30/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
const add = async (changes: object = {}, account = 'mira'): Promise<number> => {
  const body = { category: 'idea', body: 'A wish\nof two lines', ...changes }
  const reply = await ask(account, 'POST /backyard-api-s/suggestion', { body })
  expect(reply.body).toMatchObject({ id: expect.any(Number) })
  return reply.body.id
}
const own = async (account = 'mira') => (await ask(account, 'GET /backyard-api-s/suggestion')).body

const mira = { account: 'mira' }
describe('a picture', () => {
  it('is drawn upright, without place and camera', async () => {
    const options = await photo()
    expect((await sharp(options).metadata()).exif).toBeDefined()
    const { format, width, height, exif, orientation } = await sharp(
      await reEncodePicture(asDataUrl(options), mira),
    ).metadata()
    expect({ format, width, height, exif, orientation }).toEqual({ format: 'webp', width: 20, height: 40 })
  })

  it('becomes no larger than a screen needs', async () => {
    const { width, height } = await sharp(
      await reEncodePicture(asDataUrl(await draw(4000, 1000).toBuffer()), mira),
    ).metadata()
    expect([width, height]).toEqual([1600, 400])
  })

  it.each([
    ['a drawing with a script', asDataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'png')],
    ['half a file', asDataUrl(Buffer.from('ffd8ffe000104a46', 'hex'))],
    ['no picture', asDataUrl(Buffer.from('hello'))],
    ['an address', 'https://example.org/x.png'],
    ['nothing', ''],
  ])('that is %s is refused', async (_, options) => {
    await expect(reEncodePicture(options, mira)).rejects.toMatchObject({ code: 'PARAM_ERROR' })
  })
})

describe('a suggestion', () => {
  it('is kept with pictures and context, and seen by its writer and the operator', async () => {
    const context = { page: '/plant/infos/data', version: '0.1.0', browser: 'Firefox', language: 'en' }
    const id = await add({ context, contact: 'mira@example.org', pictures: [asDataUrl(await photo())] })
    const expected = { id, body: 'A wish\nof two lines', context, state: 'open', pictureCount: 1, replies: [] }
    expect(await own()).toMatchObject({ total: 1, data: [expected] })
    const all = await ask('operator', 'GET /backyard-api-s/suggestion/manage')
    expect(all.body).toMatchObject({ total: 1, data: [{ ...expected, account: 'mira', contact: 'mira@example.org' }] })
    const parts = { params: { id, position: 0 } }
    const see = async (account: string) =>
      (await ask(account, 'GET /backyard-api-s/suggestion/{id}/picture/{position}', parts)).body.picture
    expect(await see('mira')).toMatch(/^data:image\/webp;base64,/)
    expect(await see('operator')).toBe(await see('mira'))
    expect(await see('neighbor')).toBeNull()
  })

  it('keeps no context without consent', async () => {
    await add()
    expect((await own()).data[0].context).toBeNull()
  })

  it('is answered, goes on and is closed', async () => {
    const id = await add()
    const reply = (account: string, text: string) =>
      ask(account, 'POST /backyard-api-s/suggestion/{id}/reply', { params: { id }, body: { body: text } })
    const state = async () => (await own()).data[0].state
    await reply('operator', 'Which plant?')
    expect(await state()).toBe('answered')
    await reply('mira', 'Lindenhof')
    expect(await state()).toBe('open')
    expect((await own()).data[0].replies).toMatchObject([
      { byOperator: true, body: 'Which plant?' },
      { byOperator: false, body: 'Lindenhof' },
    ])
    await ask('operator', 'POST /backyard-api-s/suggestion/{id}/state', { params: { id }, body: { state: 'closed' } })
    expect((await reply('mira', 'More')).status).toBe(409)
    const closed = await ask('operator', 'GET /backyard-api-s/suggestion/manage', { query: { state: 'open' } })
    expect(closed.body).toEqual({ total: 0, data: [] })
  })

  it('of an administrator is answered as the operator, by administrators alone', async () => {
    const written = { category: 'idea', body: 'Mine' } as const
    const { body } = await ask('operator', 'POST /backyard-api-s/suggestion', { body: written })
    const reply = (account: string, id: number, asOperator?: boolean) =>
      ask(account, 'POST /backyard-api-s/suggestion/{id}/reply', {
        params: { id },
        body: { body: 'Done', ...(asOperator === undefined ? {} : { asOperator }) },
      })
    await reply('operator', body.id)
    await reply('operator', body.id, true)
    expect((await own('operator')).data[0]).toMatchObject({
      state: 'answered',
      replies: [{ byOperator: false }, { byOperator: true }],
    })
    await reply('mira', await add(), true)
    expect((await own()).data[0].replies).toMatchObject([{ byOperator: false }])
  })

  it('does not exist for a neighbor', async () => {
    const id = await add()
    const parts = { params: { id }, body: { body: 'Mine?' } }
    const strange = await ask('neighbor', 'POST /backyard-api-s/suggestion/{id}/reply', parts)
    const none = await ask('neighbor', 'POST /backyard-api-s/suggestion/{id}/reply', {
      ...parts,
      params: { id: 999_999 },
    })
    expect([strange.status, none.status]).toEqual([404, 404])
    expect(strange.body.code).toBe(none.body.code)
    expect(await own('neighbor')).toEqual({ total: 0, data: [] })
    expect((await own()).data[0].replies).toEqual([])
  })

  it('is limited in number and size', async () => {
    const tooLong = await ask('mira', 'POST /backyard-api-s/suggestion', {
      body: { category: 'idea', body: 'x'.repeat(20_000) },
    })
    expect(tooLong.status).toBe(400)
    const small = asDataUrl(await draw(2, 2).toBuffer())
    const tooMany = await ask('mira', 'POST /backyard-api-s/suggestion', {
      body: { category: 'idea', body: 'x', pictures: Array.from({ length: 6 }, () => small) },
    })
    expect(tooMany.status).toBe(400)
    for (let n = 0; n < 10; n += 1) await add()
    const eleventh = await ask('mira', 'POST /backyard-api-s/suggestion', { body: { category: 'idea', body: 'x' } })
    expect(eleventh).toMatchObject({ status: 409, body: { code: 'TOO_MANY', detail: { most: 10 } } })
    await add({}, 'neighbor')
  })

  it('goes with the account', async () => {
    await add({ pictures: [asDataUrl(await draw(2, 2).toBuffer())] }, 'neighbor')
    await test.db.pool.query("delete from users where account = 'neighbor'")
    const { rows } = await test.db.pool.query('select count(*)::int as n from suggestion_pictures')
    expect(rows).toEqual([{ n: 0 }])
  })
})
