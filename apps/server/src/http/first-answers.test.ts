import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import cookie from '@fastify/cookie'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addTestPlant, addTestUser, createTestApp, type TestApp } from '../testing/app.ts'
import { createFirstAnswers } from './first-answers.ts'

const USER = 'GET /user-s/acc/org/login-user '
const COUNTRY = 'GET /user-s/acc/country-info '
const detailOf = (id: number): string => `GET /maintain-s/station/${id}/detail?language=de `
const lists = {
  'sign-in': [{ name: 'GET /user-s/acc/country-info', path: '/user-s/acc/country-info' }],
  plant: [
    { name: 'GET /user-s/acc/org/login-user', path: '/user-s/acc/org/login-user' },
    { name: 'GET /user-s/acc/country-info', path: '/user-s/acc/country-info' },
    { name: 'GET /maintain-s/station/{id}/detail', path: '/maintain-s/station/{id}/detail?language={language}' },
    {
      name: 'POST /maintain-s/operating/alert/search',
      path: '/maintain-s/operating/alert/search?page=1&size=3',
      body: '{"plantId":"{id}","language":"{language}"}',
    },
    {
      name: 'POST /maintain-s/operating/station/counts',
      path: '/maintain-s/operating/station/counts',
      body: '{}',
      isWide: true,
    },
  ],
}
const HOSTILE = '</script><script>alert(1)</script>'
const PAGE = '<!doctype html><html lang="en"><head><title>page</title></head><body><div id="root"></div></body></html>'

const NO_DRAWER = { draw: async () => undefined, close: async () => undefined }

let test: TestApp
let webDir: string
let token: string
let plant: number
let foreign: number
let isFull = false

beforeAll(async () => {
  webDir = mkdtempSync(join(tmpdir(), 'heliograph-first-'))
  for (const name of ['index', 'sign-in', 'plant']) writeFileSync(join(webDir, `${name}.html`), PAGE)
  writeFileSync(join(webDir, 'first-calls.json'), JSON.stringify(lists))
  const disk = { isFull: () => isFull, note: () => false }
  test = await createTestApp(Date.parse('2026-06-15T10:00:00Z'), { webDir, disk, documentPatienceMs: MINUTE_MS })
  const owner = await addTestUser(test, 'owner')
  token = owner.token
  plant = await addTestPlant(test.db, owner.userId, { name: HOSTILE })
  foreign = await addTestPlant(test.db, (await addTestUser(test, 'neighbor')).userId)
})
afterAll(async () => {
  await test.close()
  rmSync(webDir, { recursive: true })
})

const open = (url: string, headers: Readonly<Record<string, string>> = {}, isSignedIn = true) =>
  test.app.inject({
    url,
    headers: {
      'accept-language': 'de-DE,de;q=0.9',
      'sec-fetch-site': 'cross-site',
      ...(isSignedIn ? { cookie: `heliograph_session=${token}` } : {}),
      ...headers,
    },
  })

function answersIn(html: string): Readonly<Record<string, unknown>> {
  const [, text] =
    /<script type="application\/json" id="first-answers">(.*?)<\/script><\/body><\/html>$/s.exec(html) ?? []
  if (text === undefined) throw new Error(`No answers in ${html}`)
  return JSON.parse(text)
}

it('sends a page with the answers to its first calls, and no cache keeps them', async () => {
  const reply = await open(`/plant/infos/data?id=${plant}`)
  const answers = answersIn(reply.body)
  expect(Object.keys(answers).sort()).toEqual(
    [
      COUNTRY,
      USER,
      detailOf(plant),
      `POST /maintain-s/operating/alert/search?page=1&size=3 {"plantId":${plant},"language":"de"}`,
      'POST /maintain-s/operating/station/counts {}',
    ].sort(),
  )
  expect(reply.headers['cache-control']).toBe('no-store')
  expect(reply.body.startsWith(PAGE.slice(0, -'</body></html>'.length))).toBe(true)
})

it('leaves no answer a way out of its element', async () => {
  const { body } = await open(`/plant/infos/data?id=${plant}`)
  expect(answersIn(body)[detailOf(plant)]).toMatchObject({ name: HOSTILE })
  expect(body.split('<script')).toHaveLength(2)
})

it("answers nothing about a neighbor's plant, nor about an id that is none", async () => {
  const ofNeighbor = answersIn((await open(`/plant/infos/data?id=${foreign}`)).body)
  expect(Object.keys(ofNeighbor).some((key) => key.includes(`${foreign}`))).toBe(false)
  for (const id of ['1/../2', '{host}', '', `${plant}&id=${foreign}`]) {
    const keys = Object.keys(answersIn((await open(`/plant/infos/data?id=${id}`)).body))
    expect(keys.sort()).toEqual([COUNTRY, USER, 'POST /maintain-s/operating/station/counts {}'].sort())
  }
})

it('answers public calls only where nobody is signed in', async () => {
  expect(Object.keys(answersIn((await open(`/plant/infos/data?id=${plant}`, {}, false)).body))).toEqual([COUNTRY])
  const stale = await open('/plant/infos/data', { cookie: 'heliograph_session=gone' }, false)
  expect(Object.keys(answersIn(stale.body))).toEqual([COUNTRY])
  expect(Object.keys(answersIn((await open('/login')).body))).toEqual([COUNTRY])
})

it('asks for no list that a phone does not show', async () => {
  const reply = await open('/plant/infos/data', { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Mobile Safari/537' })
  expect(Object.keys(answersIn(reply.body)).sort()).toEqual([COUNTRY, USER])
})

it('sends the same page compressed', async () => {
  const plain = await open(`/plant/infos/data?id=${plant}`)
  const packed = await open(`/plant/infos/data?id=${plant}`, { 'accept-encoding': 'gzip, br' })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding, cookie' })
  expect(answersIn(gunzipSync(packed.rawPayload).toString())).toEqual(answersIn(plain.body))
})

it('sends documents by their own name, their heads and those of a full server bare', async () => {
  expect((await open('/plant.html')).body).toBe(PAGE)
  expect((await test.app.inject({ method: 'HEAD', url: '/plant/infos/data' })).headers['cache-control']).toBe(
    'no-cache',
  )
  isFull = true
  expect((await open('/plant/infos/data')).body).toBe(PAGE)
  isFull = false
})

it('does not wait for an answer that is late', async () => {
  const app = fastify()
  await app.register(cookie)
  app.get('/user-s/acc/country-info', () => new Promise(() => undefined))
  const answers = createFirstAnswers(app, webDir, NO_DRAWER, 1)
  app.get('/login', (request, reply) => answers.send(request, reply, PAGE, 'sign-in', ''))
  expect(answersIn((await app.inject('/login')).body)).toEqual({})
  await app.close()
})

it('goes on when a reader leaves before the answers', async () => {
  const app = fastify()
  await app.register(cookie)
  let answer: (value: object) => void = () => undefined
  let leave: () => void = () => undefined
  const held = new Promise<object>((resolve) => {
    answer = resolve
  })
  const left = new Promise<void>((resolve) => {
    leave = resolve
  })
  app.get('/user-s/acc/country-info', () => held)
  const answers = createFirstAnswers(app, webDir, NO_DRAWER, MINUTE_MS)
  app.get('/login', (request, reply) => {
    reply.raw.once('close', leave)
    return answers.send(request, reply, PAGE, 'sign-in', '')
  })
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const reader = connect(Number(address.port), address.hostname)
  reader.write('GET /login HTTP/1.1\r\nhost: a\r\naccept-encoding: gzip\r\n\r\n')
  await once(reader, 'data')
  reader.destroy()
  await left
  answer({ country: 'DE' })
  const next = await fetch(new URL('/login', address), { headers: { 'accept-encoding': 'gzip' } })
  expect(answersIn(await next.text())).toEqual({ [COUNTRY]: { country: 'DE' } })
  await app.close()
})

it('refuses a list with a call that changes something', () => {
  const other = mkdtempSync(join(tmpdir(), 'heliograph-first-'))
  const name = 'POST /maintain-s/station/{id}/recount'
  writeFileSync(
    join(other, 'first-calls.json'),
    JSON.stringify({ plant: [{ name, path: '/maintain-s/station/1/recount' }] }),
  )
  expect(() => createFirstAnswers(test.app, other, NO_DRAWER)).toThrow(name)
  rmSync(other, { recursive: true })
})
