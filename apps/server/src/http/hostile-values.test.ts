/** No text and no number in any place of any request leads to a 500. `HOSTILE_DRAWS=30` draws more of them. */
import { namedEndpoints } from '@heliograph/contract/calls.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTestUser, bearer, createTestApp, type TestApp } from '../testing/app.ts'
import { type CallParts, inject } from '../testing/call.ts'
import { callSamples, type Place } from '../testing/call-samples.ts'
import { addSamplePlace } from '../testing/sample-place.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const draws = Number(process.env.HOSTILE_DRAWS ?? 2)
const entries = namedEndpoints

const texts: readonly unknown[] = [
  ...[
    '\ud800',
    'a\udfffb',
    '\0',
    'a\u0000',
    '\u202e\u200b',
    '😀'.repeat(40),
    'x'.repeat(20_000),
    ' ',
    '%',
    "'",
    '\\',
    '\n',
  ],
  ...[
    '9999-12-31',
    '0000-01-01',
    '2026-02-30',
    '+275760-09-13',
    '1e400',
    'null',
    '__proto__',
    'Infinity',
    '{{',
    '\u{10ffff}',
  ],
]
const numbers: readonly unknown[] = [
  ...[
    1e-320,
    5e-324,
    1e-40,
    -1e-9,
    1e-9,
    1e308,
    -1e308,
    1e39,
    1e20,
    2 ** 53,
    2 ** 31,
    2 ** 63,
    -1,
    0.1,
    8.64e15,
    253_402_300_800,
  ],
]
const others: readonly unknown[] = [null, true, [], {}, [null], { a: 1 }]
/** Always tried: each was a 500 once. */
const known = (value: unknown): unknown => (typeof value === 'number' ? 1e-320 : '\ud800')

let test: TestApp
let place: Place
const tokens: Record<string, string> = {}

beforeAll(async () => {
  test = await createTestApp(nowMs)
  const owner = await addTestUser(test, 'owner-a')
  await test.db.kysely.updateTable('users').set({ email: 'a@example.org' }).where('id', '=', owner.userId).execute()
  tokens.owner = owner.token
  place = await addSamplePlace(test.db, owner.userId, 'owner-a', nowMs)
  tokens.admin = (await addTestUser(test, 'admin', true)).token
})
afterAll(() => test.close())

/** The places of values in a request: ['body', 'devices', '0', 'serial']. */
function listPlaces(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, inner]) => listPlaces(inner, [...path, name]))
}
const read = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], value)

function replace(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by
  if (Array.isArray(value)) return value.map((item, at) => (String(at) === name ? replace(item, rest, by) : item))
  return { ...(value as object), [name]: replace((value as Record<string, unknown>)[name], rest, by) }
}

/** A number that looks drawn but is the same in every run. */
function drawFrom(seed: string): () => number {
  let state = [...seed].reduce((sum, text) => (Math.imul(sum, 31) + (text.codePointAt(0) ?? 0)) | 0, 7)
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 8) / 2 ** 24
  }
}

/** What an address can carry at all. */
const toQuery = (value: unknown): string => String(value).replace(/\p{Cs}/gu, '\ufffd')

describe('every call', () => {
  it.each(entries.filter(([, { stream }]) => !stream))('%s takes or refuses any value', async (name, entry) => {
    if (name === 'POST /oauth2-s/oauth/logout') return
    const draw = drawFrom(name)
    const sample = callSamples[name](place)
    const token = entry.right.kind === 'admin' || entry.right.kind === 'brands' ? tokens.admin : tokens.owner
    const failures: string[] = []
    for (const path of listPlaces(sample)) {
      if (path.length < 2) continue
      const was = read(sample, path)
      const pool = [...(typeof was === 'number' ? numbers : texts), ...others]
      const drawn = Array.from({ length: draws }, () => pool[Math.floor(draw() * pool.length)])
      for (const value of [known(was), ...drawn]) {
        const by = path[0] === 'body' && !entry.form ? value : toQuery(value)
        const parts = replace(sample, path, by) as CallParts
        const reply = await inject(test.app, name, parts, entry.right.kind === 'public' ? {} : bearer(token ?? ''))
        if (reply.statusCode >= 500) failures.push(`${path.join('.')} = ${JSON.stringify(value)}: ${reply.statusCode}`)
      }
    }
    expect(failures).toEqual([])
  })
})
