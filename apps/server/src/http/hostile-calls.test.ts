/** Every call of the OpenAPI document with drawn and broken parts, by all kinds of callers. HOSTILE_CALLS draws more. */
import { gzipSync } from 'node:zlib'
import { type CallName, calls } from '@heliograph/contract/calls.ts'
import type { Endpoint } from '@heliograph/contract/endpoint.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMember, addTestUser, bearer, createTestApp, settleAll, type TestApp } from '../testing/app.ts'
import { type CallParts, toUrl } from '../testing/call.ts'
import { callSamples, type Place } from '../testing/call-samples.ts'
import { createDice, type Dice, mutate, nasty, pick } from '../testing/mutate.ts'
import { addSamplePlace } from '../testing/sample-place.ts'
import { printOpenApi } from './open-api.ts'

const count = Number(process.env.HOSTILE_CALLS ?? 1_500)
const seed = Number(process.env.HOSTILE_SEED ?? 1)
const nowMs = Date.parse('2026-06-15T10:00:00Z')
/** What only the neighbor's plant is called. */
const secret = 'Neighbors-own-roof'
const mostMs = 30_000

const document = printOpenApi('0.1.0')
const names = (Object.entries(calls) as [CallName, Endpoint][])
  // Streams do not end, and nobody signs out here.
  .filter(([name, { stream }]) => !stream && !/logout|revoke/i.test(name))
  .map(([name]) => name)

let test: TestApp
let own: Place
let foreign: Place
const headers: Record<string, Readonly<Record<string, string>>> = { nobody: {} }
const errors: string[] = []

beforeAll(async () => {
  const lines = { write: (line: string) => void errors.push(line) }
  test = await createTestApp(nowMs, { log: pino({ level: 'error' }, lines), checkReplies: false })
  const owner = await addTestUser(test, 'owner')
  const neighbor = await addTestUser(test, 'neighbor')
  const powerless = await addTestUser(test, 'powerless')
  own = await addSamplePlace(test.db, owner.userId, 'Own roof', nowMs)
  foreign = await addSamplePlace(test.db, neighbor.userId, secret, nowMs)
  await addMember(test.db, own.plant, powerless.userId, 'viewer', [])
  await settleAll(test.db, nowMs)
  Object.assign(headers, {
    owner: bearer(owner.token),
    powerless: bearer(powerless.token),
    junk: bearer('x'.repeat(43)),
  })
})
afterAll(() => test.close())

/** Parts of a call that would be right, some of them changed. */
function draw(dice: Dice, name: CallName): CallParts & Readonly<{ isForeign: boolean }> {
  const isForeign = dice() < 0.15
  const sample: CallParts = callSamples[name](isForeign ? foreign : own)
  let parts: CallParts = sample
  const times = Math.floor(dice() * 4)
  for (let n = 0; n < times; n += 1) {
    const where = pick(dice, ['params', 'query', 'body', 'body'] as const)
    const before = sample[where] ?? (where === 'body' ? undefined : {})
    parts = { ...parts, [where]: mutate(dice, parts[where] ?? before ?? {}) }
  }
  return { ...parts, isForeign }
}

const asPairs = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof value === 'object' && value !== null ? value : {})
      .slice(0, 50)
      .map(([key, one]) => [
        key,
        (typeof one === 'object' ? JSON.stringify(one) : String(one)).slice(0, 3_000).replace(/[\ud800-\udfff]/g, '?'),
      ]),
  )

function payloadOf(
  dice: Dice,
  body: unknown,
): Readonly<{ payload?: string | Buffer; headers: Record<string, string> }> {
  if (body === undefined) return { headers: {} }
  const text = JSON.stringify(body) ?? ''
  const act = dice()
  if (act < 0.04)
    return {
      payload: text,
      headers: { 'content-type': pick(dice, ['text/plain', 'application/xml', '', 'application/json; charset=utf-7']) },
    }
  if (act < 0.08)
    return { payload: gzipSync(text), headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } }
  if (act < 0.12)
    return { payload: text.slice(0, Math.floor(text.length / 2)), headers: { 'content-type': 'application/json' } }
  if (act < 0.14) return { payload: `[${'{"a":'.repeat(30_000)}`, headers: { 'content-type': 'application/json' } }
  if (act < 0.16)
    return {
      payload: new URLSearchParams(asPairs(body)).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }
  return { payload: text, headers: { 'content-type': 'application/json' } }
}

it('names every call of the contract in the document that strangers read', () => {
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(documented.sort()).toEqual(Object.keys(calls).sort())
})

it(`answers ${count} broken calls without a failure, and shows no neighbor`, {
  timeout: 60_000 + count * 100,
}, async () => {
  const dice = createDice(seed)
  const faults: string[] = []
  const statuses: Record<string, number> = {}
  for (let n = 0; n < count; n += 1) {
    const name = pick(dice, names)
    const who = pick(dice, ['owner', 'owner', 'owner', 'powerless', 'nobody', 'junk'])
    const { isForeign, ...parts } = draw(dice, name)
    const [method] = name.split(' ') as ['GET' | 'POST' | 'DELETE']
    const query = asPairs(parts.query)
    const url = toUrl(name, { params: asPairs(parts.params), query })
    const doubled = dice() < 0.05 && Object.keys(query).length > 0 ? `${url}&${new URLSearchParams(query)}` : url
    const { payload, headers: more } = payloadOf(dice, parts.body ?? (dice() < 0.05 ? nasty(dice) : undefined))
    const before = errors.length
    const beganMs = performance.now()
    const reply = await test.app.inject({
      method,
      url: doubled,
      headers: { ...headers[who], ...more },
      ...(payload === undefined ? {} : { payload }),
    })
    const took = performance.now() - beganMs
    statuses[`${Math.floor(reply.statusCode / 100)}xx`] = (statuses[`${Math.floor(reply.statusCode / 100)}xx`] ?? 0) + 1
    const about = `#${n} ${who} ${name} ${doubled.slice(0, 200)} ${String(payload ?? '').slice(0, 300)}`
    // Files that nobody can read in time, a disk that is full and a service that is not set up are told apart from bugs.
    if (reply.statusCode >= 500 && !['TIMED_OUT', 'UNAVAILABLE', 'CENTRE_UNREACHABLE'].includes(codeOf(reply.body)))
      faults.push(`${reply.statusCode} ${about} ${reply.body.slice(0, 200)}`)
    if (errors.length > before) faults.push(`${about} logged ${errors.slice(before).join('').slice(0, 400)}`)
    if (took > mostMs) faults.push(`${Math.round(took)} ms ${about}`)
    if (!isForeign || reply.statusCode < 400)
      if (reply.body.includes(secret)) faults.push(`leak ${about} ${reply.body.slice(0, 300)}`)
  }
  expect(faults).toEqual([])
  const { rows } = await test.db.pool.query('select name from plants where id = $1', [foreign.plant])
  expect(rows).toEqual([{ name: secret }])
})

function codeOf(body: string): string {
  try {
    return String(JSON.parse(body).code)
  } catch {
    return ''
  }
}
