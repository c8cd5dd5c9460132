import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { flows } from '@heliograph/domain/energy-flow.ts'
import { languageCodes } from '@heliograph/domain/languages.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addTestDevice,
  addTestPlant,
  addTestUser,
  appendSamples,
  bearer,
  createTestApp,
  settleAll,
  type TestApp,
} from '../../testing/app.ts'
import { inject } from '../../testing/call.ts'
import { drawHall } from './draw-hall.ts'
import { readHall } from './hall-picture.ts'

let test: TestApp
let owner: { userId: number; token: string }
let plantId: number
let battery: number
beforeAll(async () => {
  test = await createTestApp(Date.parse('2026-06-15T11:00:00Z'))
  owner = await addTestUser(test, 'owner')
  plantId = await addTestPlant(test.db, owner.userId, { name: 'Lindenhof' })
  battery = await addTestPlant(test.db, owner.userId, { name: 'Haus am See' })
  const device = await addTestDevice(test.db, battery, {
    quantities: ['pvPowerW', 'batterySocPercent', 'generationTotalWh'],
    flows,
  })
  const range = { fromMs: test.clock.nowMs - 6 * HOUR_MS, toMs: test.clock.nowMs + 1 }
  await appendSamples(test.db, device, range, (atMs) => ({
    pvPowerW: 2_000,
    batterySocPercent: 74,
    generationTotalWh: Math.round(1_000 + ((atMs - range.fromMs) / HOUR_MS) * 2_000),
  }))
  await settleAll(test.db, test.clock.nowMs)
})
afterAll(() => test.close())

async function makeLink(body: object): Promise<{ id: number; token: string }> {
  return (
    await inject(test.app, 'POST /maintain-s/operating/station/screen/link', { body }, bearer(owner.token))
  ).json()
}
const at = (token: string, query = ''): string => `/maintain-s/operating/station/screen/picture/${token}.png${query}`
const get = (token: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET', query = '') =>
  test.app.inject({ method, url: at(token, query), headers })

describe('the picture of a link', () => {
  it('is a PNG of 800 x 480 in one bit, at most a minute old, and for no search engine', async () => {
    const { token } = await makeLink({ plantId: battery })
    const reply = await get(token)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=60',
      'x-robots-tag': 'noindex',
    })
    const facts = await sharp(reply.rawPayload).metadata()
    expect(facts).toMatchObject({ width: 800, height: 480, format: 'png' })
    // Width, height, bits of a pixel.
    expect(reply.rawPayload[24]).toBe(1)
    expect(reply.rawPayload.length).toBeLessThan(20_000)
  })

  it('is not sent again while it is the same', async () => {
    const { token } = await makeLink({ plantId: battery })
    const first = await get(token)
    const tag = String(first.headers.etag)
    const again = await get(token, { 'if-none-match': tag })
    expect([again.statusCode, again.rawPayload.length, again.headers.etag]).toEqual([304, 0, tag])
    const head = await get(token, {}, 'HEAD')
    expect([head.statusCode, head.rawPayload.length, head.headers.etag]).toEqual([200, 0, tag])
    expect((await get(token, {}, 'GET', '?lan=zh')).headers.etag).not.toBe(tag)
  })

  it('is one 404 for unknown, ended and lost ones, and for links of many plants', async () => {
    const ended = await makeLink({ plantId })
    await inject(
      test.app,
      'DELETE /maintain-s/operating/station/screen/link/{linkId}',
      { params: { linkId: ended.id } },
      bearer(owner.token),
    )
    const taken = await makeLink({ plantId })
    const all = await makeLink({})
    const replies = [await get(ended.token), await get(all.token), await get('x'), await get('y'.repeat(43))]
    await test.db.pool.query('delete from plant_members where plant_id = $1', [plantId])
    replies.push(await get(taken.token))
    const told = replies.map((reply) => [reply.statusCode, (reply.json() as { code: string }).code])
    expect(told).toEqual(told.map(() => [404, 'NOT_FOUND']))
  })
})

describe('its content', () => {
  const read = (id: number, nowMs = test.clock.nowMs, language: 'en' | 'de' = 'en') =>
    readHall(test.db, null, id, language, nowMs)

  it('is that of the plant, and unknown hours are no hours', async () => {
    const content = await read(battery)
    expect(content).toMatchObject({
      name: 'Haus am See',
      battery: { value: '74%', share: 0.74 },
      tomorrow: { value: '--', energy: '' },
      stale: null,
    })
    expect(content.today.value.text).toMatch(/^1[0-2]\.\d\d kWh$/)
    expect(content.asOf).toBe('As of 13:00')
  })

  it('says since when nothing came, and leaves a battery out that is not there', async () => {
    const later = test.clock.nowMs + 2 * HOUR_MS + 7 * MINUTE_MS
    await settleAll(test.db, later)
    expect((await read(battery, later)).stale).toBe('No new data since 13:00')
    await settleAll(test.db, test.clock.nowMs)
    expect(await read(plantId)).toMatchObject({ battery: null, asOf: '--', stale: 'No new data since --' })
  })

  it.each(languageCodes)('is drawn with letters that the server has: %s', async (code) => {
    const content = await readHall(test.db, null, battery, code, test.clock.nowMs)
    const svg = drawHall(
      content,
      code === 'zh' ? 'chinese' : code === 'ja' ? 'japanese' : code === 'ko' ? 'korean' : 'latin',
    )
    expect(svg.length).toBeGreaterThan(5_000)
    expect(svg).not.toMatch(/NaN|undefined/)
  })
})
