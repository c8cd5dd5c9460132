import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addTestPlant, addTestUser, createTestApp, type TestApp } from '../testing/app.ts'
import { createScreenDrawer } from './first-screen.ts'

const PAGE =
  '<!doctype html><html lang="en"><head></head><body><div id="root"></div><script id="show-screen">1</script></body></html>'
const COUNTRY = { name: 'GET /user-s/acc/country-info', path: '/user-s/acc/country-info' }
const DETAIL = {
  name: 'GET /maintain-s/station/{id}/detail',
  path: '/maintain-s/station/{id}/detail?language={language}',
}
const USER = { name: 'GET /user-s/acc/org/login-user', path: '/user-s/acc/org/login-user' }
const HOSTILE = '"></template><script>alert(1)</script>'
/** In place of the page's code: shows what it was asked, and leaves all of it behind wherever it can. */
const DRAWING = `let kept = []
globalThis.drawScreen = async (asked) => {
  if (asked.url.includes('hang')) for (;;);
  if (asked.url.includes('wait')) return new Promise(() => undefined)
  const found = [...kept, globalThis.left, Object.prototype.left, Array.left, Intl.left].filter(Boolean)
  kept.push(asked)
  for (const place of [globalThis, Object.prototype, Array, Intl])
    Object.defineProperty(place, 'left', { value: asked, enumerable: false, configurable: true, writable: true })
  if (asked.url.includes('fail')) throw new Error('no')
  const size = asked.url.includes('long') ? 300000 : 0
  const shown = asked.languages.includes('de-spoken') ? asked.answers.replaceAll('"', ' ') : ''
  const html = '<a href="/plant">' + Math.random() + '</a>' + shown + 'x'.repeat(size)
  return { html, title: ${JSON.stringify(HOSTILE)}, found, asked: asked.url.includes('fleet') ? { url: asked.url } : asked }
}`

let test: TestApp
let webDir: string
let token: string
let plant: number
let foreign: number

beforeAll(async () => {
  webDir = mkdtempSync(join(tmpdir(), 'heliograph-drawn-'))
  for (const name of ['index', 'sign-in', 'fleet', 'plant']) writeFileSync(join(webDir, `${name}.html`), PAGE)
  writeFileSync(
    join(webDir, 'first-calls.json'),
    JSON.stringify({ 'sign-in': [COUNTRY], fleet: [USER, COUNTRY], plant: [USER, COUNTRY, DETAIL] }),
  )
  writeFileSync(join(webDir, 'draw-screen.js'), DRAWING)
  test = await createTestApp(Date.parse('2026-06-15T10:00:00Z'), {
    webDir,
    documentPatienceMs: MINUTE_MS,
    drawing: { patienceMs: MINUTE_MS, hangingMs: MINUTE_MS },
    trustedProxies: ['127.0.0.0/8'],
  })
  const owner = await addTestUser(test, 'owner')
  token = owner.token
  plant = await addTestPlant(test.db, owner.userId, { name: HOSTILE })
  foreign = await addTestPlant(test.db, (await addTestUser(test, 'neighbor')).userId)
})
afterAll(async () => {
  await test.close()
  rmSync(webDir, { recursive: true })
})

const open = async (url: string, headers: Readonly<Record<string, string>> = {}): Promise<string> => {
  const cookie = `__Host-heliograph_session=${token}; lan=de; temperature=F; other=1`
  return (await test.app.inject({ url, headers: { cookie, 'user-agent': 'Mobile', ...headers } })).body
}

type Look = Readonly<{ title: string; asked: Readonly<Record<string, string>>; found: readonly unknown[] }>

function lookIn(html: string): Look | undefined {
  const [, look] = /<template id="first-screen" data-look="([^"]*)">/.exec(html) ?? []
  if (look === undefined) return undefined
  return JSON.parse(
    look
      .replace(/&quot;/g, '"')
      .replace(/&lt;/g, '<')
      .replace(/&amp;/g, '&'),
  )
}

const ask = (url: string) => ({ url, languages: [], cookies: '', isWide: false, answers: '{}' })

it('sends the first screen before the script that shows it and before the answers', async () => {
  const html = await open('/login?back=%2Fplant')
  const places = ['<template', 'id="show-screen"', 'id="first-answers"'].map((text) => html.indexOf(text))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places[0]).toBeGreaterThan(0)
})

it('leaves no value of the screen a way out of its place', async () => {
  const html = await open('/login')
  expect(html.split('<script')).toHaveLength(3)
  expect(lookIn(html)?.title).toBe(HOSTILE)
})

it('draws with what the page reads of a browser, and with no session', async () => {
  const look = lookIn(await open('/login?a=%22', { 'accept-language': 'de-CH,de;q=0.9,*;q=0.1' }))
  expect(look?.asked).toEqual({
    url: 'http://localhost/login?a=%22',
    languages: ['de-CH', 'de'],
    cookies: 'lan=de; temperature=F',
    isWide: false,
    answers: '{"GET /user-s/acc/country-info ":{"countryCode":null}}',
  })
})

it('draws nothing of another session or brand, and no mark beside the plant', async () => {
  for (const url of [
    '/login?token=a',
    '/login?clientStyle=a',
    '/plant/fleet?q=a',
    `/plant/infos/data?id=${plant}&date=a`,
  ])
    expect(lookIn(await open(url)), url).toBeUndefined()
})

it('draws the pages behind the sign-in from answers of the session alone', async () => {
  const look = lookIn(await open(`/plant/infos/data?id=${plant}`))
  expect(Object.keys(JSON.parse(look?.asked.answers ?? '{}'))).toEqual([
    `GET /maintain-s/station/${plant}/detail?language=de `,
    'GET /user-s/acc/country-info ',
    'GET /user-s/acc/org/login-user ',
  ])
  expect(JSON.stringify(look?.asked)).not.toContain(token)
  expect(lookIn(await open(`/plant/infos/data?id=${foreign}`))).toBeUndefined()
  for (const url of ['/plant/fleet', `/plant/infos/data?id=${plant}`])
    expect(lookIn(await open(url, { cookie: '' })), url).toBeUndefined()
})

it('draws the screen of a session anew each time, and keeps it from caches', async () => {
  const numberOf = (html: string) => /<a href="\/plant">([\d.]+)<\/a>/.exec(html)?.[1]
  const first = numberOf(await open('/plant/fleet'))
  expect(first).toBeDefined()
  expect(numberOf(await open('/plant/fleet'))).not.toBe(first)
  const { headers } = await test.app.inject({
    url: '/plant/fleet',
    headers: { cookie: `__Host-heliograph_session=${token}` },
  })
  expect(headers['cache-control']).toBe('no-store')
})

it('compresses no word of the account that it would not compress in an answer', async () => {
  const app = await open('/plant/fleet')
  expect(app).toContain('"account":"owner"')
  expect(lookIn(app)?.asked.url).toBe('http://localhost/plant/fleet')
  expect(lookIn(await open('/plant/fleet', { 'accept-language': 'de-spoken' }))).toBeUndefined()
})

it('finds nothing of one screen in the next, in any order', async () => {
  const drawer = createScreenDrawer(webDir, { patienceMs: MINUTE_MS, hangingMs: MINUTE_MS })
  const secret = (name: string) => ({ ...ask(`fleet-${name}`), answers: `{"GET /user":{"account":"${name}"}}` })
  const names = ['a', 'b', 'fail', 'b', 'a', 'fail', 'a', 'b']
  const drawn = []
  for (const name of names) drawn.push(await drawer.draw(secret(name), false))
  drawn.push(
    await drawer.draw(ask('login'), true),
    ...(await Promise.all(names.map((name) => drawer.draw(secret(name), false)))),
  )
  await drawer.close()
  const screens = drawn.filter((screen) => screen !== undefined)
  expect(screens).toHaveLength(13)
  expect(screens.flatMap(({ found }) => found)).toEqual([])
})

it('draws a sign-in once for all who ask the same', async () => {
  const numberOf = (html: string) => /<a href="\/plant">([\d.]+)<\/a>/.exec(html)?.[1]
  const first = numberOf(await open('/login?a=1'))
  expect(numberOf(await open('/login?a=1'))).toBe(first)
  expect(numberOf(await open('/login?a=1', { 'accept-language': 'fr' }))).not.toBe(first)
})

it('puts the path of a proxy before the addresses of the screen', async () => {
  expect(await open('/login', { 'x-forwarded-prefix': '/sun' })).toContain('<a href="/sun/plant">')
})

it('sends the document without a screen that fails', async () => {
  const html = await open('/login?fail=1')
  expect(lookIn(html)).toBeUndefined()
  expect(html).toContain('id="first-answers"')
})

it('does not wait for a screen that is late, and ends one that hangs', async () => {
  const drawer = createScreenDrawer(webDir, { patienceMs: 1, hangingMs: 1 })
  expect(await drawer.draw(ask('wait'), true)).toBeUndefined()
  expect(await drawer.draw(ask('hang'), true)).toBeUndefined()
  await drawer.close()
  const next = createScreenDrawer(webDir, { patienceMs: MINUTE_MS, hangingMs: MINUTE_MS })
  expect(await next.draw(ask('a'), true)).toBeDefined()
  await next.close()
})

it('draws eight screens at a time, and none without the built file', async () => {
  const drawer = createScreenDrawer(webDir, { patienceMs: MINUTE_MS, hangingMs: MINUTE_MS })
  const waiting = Array.from({ length: 8 }, (_, n) => drawer.draw(ask(`wait${n}`), true))
  expect(await drawer.draw(ask('a'), true)).toBeUndefined()
  // Equal questions share a drawing.
  waiting.push(drawer.draw(ask('wait0'), true))
  await drawer.close()
  expect(await Promise.all(waiting)).toEqual(Array.from({ length: 9 }, () => undefined))
  expect(await createScreenDrawer(tmpdir()).draw(ask('a'), true)).toBeUndefined()
})

it('leaves out a screen that is too long', async () => {
  expect(lookIn(await open('/login?long=1'))).toBeUndefined()
})

it('leaves the screen out where the host is no address or an answer is missing', async () => {
  for (const host of ['app.1', '10.0.0.256', 'xn--a']) {
    const html = await open('/login', { host })
    expect(lookIn(html)).toBeUndefined()
    expect(html).toMatch(/<\/html>$/)
  }
})
