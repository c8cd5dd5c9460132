import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../testing/app.ts'

let test: TestApp
const logo = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#00aa00' } })
  .png()
  .toBuffer()
const picture = `${createHash('sha256').update(logo).digest('hex').slice(0, 32)}.png`

beforeAll(async () => {
  test = await createTestApp(0)
  const { pool } = test.db
  const add = async (key: string, data: object) => {
    const { rows } = await pool.query(
      `insert into brand_projects (key, name, version, created_at) values ($1, $1, 1, now()) returning id`,
      [key],
    )
    await pool.query('insert into brand_versions (brand_id, version, data, saved_at) values ($1, 1, $2, now())', [
      rows[0].id,
      data,
    ])
    return rows[0].id as number
  }
  const sunny = await add('sunny', {
    texts: [
      { type: 'SHOW_NAME', text: 'Sunny Energy Services' },
      { type: 'SHOW_NAME', language: 'de', text: 'Sonnige Energie' },
      { type: 'APP_SHOW_NAME', text: 'Sunny' },
    ],
    colors: [{ type: 'topNaviBg', code: '#0a0' }],
    squareLogo: `/backyard-api-s/oem/picture/${picture}`,
  })
  await add('plain', { colors: [{ type: 'primary', code: '#c00000' }] })
  await pool.query(
    `insert into brand_pictures (brand_id, name, type, bytes, created_at) values ($1, $2, 'image/png', $3, now())`,
    [sunny, picture, logo],
  )
  await pool.query(
    `insert into brand_domains (brand_id, domain, proof, verified_at, created_at) values ($1, $2, 'x', now(), now())`,
    [sunny, 'pv.sunny.example'],
  )
})
afterAll(() => test.close())

const get = (url: string, host = 'localhost') => test.app.inject({ method: 'GET', url, headers: { host } })
const manifestOf = async (query: string, host?: string) => (await get(`/manifest.webmanifest${query}`, host)).json()

describe('the page as an app', () => {
  it('is ours where no brand is visited', async () => {
    const reply = await get('/manifest.webmanifest')
    expect(reply.headers['content-type']).toContain('application/manifest+json')
    expect(reply.json()).toMatchObject({ id: '/plant', name: 'Heliograph', start_url: '/plant', display: 'standalone' })
    expect(reply.json().icons.map(({ src }: { src: string }) => src)).toContain('/icon-maskable-512.png')
  })

  it.each([
    ['?clientStyle=sunny&lan=de', 'localhost', 'Sonnige Energie', '/plant?clientStyle=sunny'],
    ['?lan=fr', 'pv.sunny.example', 'Sunny Energy Services', '/plant'],
  ])('is the brand of %s at %s', async (query, host, name, start) => {
    const manifest = await manifestOf(query, host)
    expect(manifest).toMatchObject({ id: start, start_url: start, name, short_name: 'Sunny', theme_color: '#00aa00' })
    for (const { src, sizes, purpose } of manifest.icons) {
      const reply = await get(src, host)
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/png'])
      const { data, info } = await sharp(reply.rawPayload).raw().toBuffer({ resolveWithObject: true })
      expect(`${info.width}x${info.height}`).toBe(sizes)
      const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)]
      const middle = info.width / 2
      expect(at(middle, middle)).toEqual([0, 170, 0])
      // Within the circle that a phone cuts out: four fifths of the side.
      if (purpose === 'maskable') expect(at(Math.round(info.width * 0.12), middle)).toEqual([255, 255, 255])
    }
  })

  it('has a plain icon in its color where a brand has no logo', async () => {
    const [icon] = (await manifestOf('?clientStyle=plain')).icons
    const { data } = await sharp((await get(icon.src)).rawPayload)
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([...data.subarray(0, 3)]).toEqual([192, 0, 0])
  })

  it('has no other icons', async () => {
    for (const name of ['64.png', '..%2f..%2fpackage.json', 'constructor', '512.PNG'])
      expect((await get(`/app-icons/${name}?clientStyle=sunny`)).statusCode).toBe(404)
  })
})
