import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addTestUser, createTestApp, type TestApp } from '../testing/app.ts'
import { createScreenDrawer } from './first-screen.ts'

const PAGE =
  '<!doctype html><html lang="en"><head></head><body><div id="root"></div><script id="show-screen">1</script></body></html>'
const COUNTRY = { name: 'GET /user-s/acc/country-info', path: '/user-s/acc/country-info' }
const USER = { name: 'GET /user-s/acc/org/login-user', path: '/user-s/acc/org/login-user' }
const HOSTILE = '"></template><script>alert(1)</script>'
/** In place of the page's code: shows what it was asked. */
const DRAWING = `let count = 0
globalThis.drawScreen = async (asked) => {
  if (asked.url.includes('hang')) for (;;);
  if (asked.url.includes('wait')) return new Promise(() => undefined)
  if (asked.url.includes('fail')) throw new Error('no')
  return { html: '<a href="/plant">' + ++count + '</a>', title: ${JSON.stringify(HOSTILE)}, asked }
}`

let test: TestApp
let webDir: string
let token: string

beforeAll(async () => {
  webDir = mkdtempSync(join(tmpdir(), 'heliograph-drawn-'))
  for (const name of ['index', 'sign-in', 'plant']) writeFileSync(join(webDir, `${name}.html`), PAGE)
  writeFileSync(join(webDir, 'first-calls.json'), JSON.stringify({ 'sign-in': [COUNTRY], plant: [USER, COUNTRY] }))
  writeFileSync(join(webDir, 'draw-screen.mjs'), DRAWING)
  test = await createTestApp(Date.parse('2026-06-15T10:00:00Z'), {
    webDir,
    documentPatienceMs: MINUTE_MS,
    drawing: { patienceMs: MINUTE_MS, hangingMs: MINUTE_MS },
    trustedProxies: ['127.0.0.0/8'],
  })
  token = (await addTestUser(test, 'owner')).token
})
afterAll(async () => {
  await test.close()
  rmSync(webDir, { recursive: true })
})

const open = async (url: string, headers: Readonly<Record<string, string>> = {}): Promise<string> => {
  const cookie = `heliograph_session=${token}; lan=de; temperature=F; other=1`
  return (await test.app.inject({ url, headers: { cookie, 'user-agent': 'Mobile', ...headers } })).body
}

type Look = Readonly<{ title: string; asked: Readonly<Record<string, string>> }>

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

it('draws neither a page behind the sign-in nor one of another session or brand', async () => {
  for (const url of ['/plant/infos/data', '/login?token=a', '/login?clientStyle=a'])
    expect(lookIn(await open(url))).toBeUndefined()
})

it('draws a sign-in once for all who ask the same', async () => {
  const numberOf = (html: string) => /<a href="\/plant">(\d+)<\/a>/.exec(html)?.[1]
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

const ask = (url: string) => ({ url, languages: [], cookies: '', isWide: false, answers: '{}' })

it('does not wait for a screen that is late, and ends one that hangs', async () => {
  const drawer = createScreenDrawer(webDir, { patienceMs: 1, hangingMs: 1 })
  expect(await drawer.draw(ask('wait'))).toBeUndefined()
  expect(await drawer.draw(ask('hang'))).toBeUndefined()
  await drawer.close()
  const next = createScreenDrawer(webDir, { patienceMs: MINUTE_MS, hangingMs: MINUTE_MS })
  expect(await next.draw(ask('a'))).toBeDefined()
  await next.close()
})

it('draws eight screens at a time, and none without the built file', async () => {
  const drawer = createScreenDrawer(webDir, { patienceMs: MINUTE_MS, hangingMs: MINUTE_MS })
  const waiting = Array.from({ length: 8 }, (_, n) => drawer.draw(ask(`wait${n}`)))
  expect(await drawer.draw(ask('a'))).toBeUndefined()
  // Equal questions share a drawing.
  waiting.push(drawer.draw(ask('wait0')))
  await drawer.close()
  expect(await Promise.all(waiting)).toEqual(Array.from({ length: 9 }, () => undefined))
  expect(await createScreenDrawer(tmpdir()).draw(ask('a'))).toBeUndefined()
})

it('leaves the screen out where the host is no address or an answer is missing', async () => {
  for (const host of ['app.1', '10.0.0.256', 'xn--a']) {
    const html = await open('/login', { host })
    expect(lookIn(html)).toBeUndefined()
    expect(html).toMatch(/<\/html>$/)
  }
})
