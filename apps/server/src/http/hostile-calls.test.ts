/** Every call of the document that the server serves, drawn and broken, by all kinds of callers. HOSTILE_CALLS draws more. */
import { type CallName, endpoints } from '@heliograph/contract/calls.ts'
import type { TokenScope } from '@heliograph/domain/permissions.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACCESS_TOKEN_PREFIX, hashToken, makeToken } from '../people/accounts/accounts.ts'
import { addMember, addTestUser, createTestApp, type TestApp } from '../testing/app.ts'
import { callSamples, type Place } from '../testing/call-samples.ts'
import { createDice } from '../testing/mutate.ts'
import { addSamplePlace } from '../testing/sample-place.ts'
import { type FuzzCaller, fuzzCalls } from './testing/fuzz-calls.ts'

const count = Number(process.env.HOSTILE_CALLS ?? 2_000)
const seed = Number(process.env.HOSTILE_SEED ?? 1)
const nowMs = Date.parse('2026-06-15T10:00:00Z')
const errors: string[] = []
let server: TestApp
let url: string
let place: Place
let theirs: Place
let callers: readonly FuzzCaller[]

beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) })
  server = await createTestApp(nowMs, { log, credentialsPerMinute: 1e6, publicPerMinute: 1e6 })
  url = await server.app.listen({ host: '127.0.0.1', port: 0 })
  const [owner, member, other] = await Promise.all(
    ['owner-a', 'member', 'other'].map((account) => addTestUser(server, account)),
  )
  if (!owner || !member || !other) throw new Error('no users')
  place = await addSamplePlace(server.db, owner.userId, 'Roof of the owner', nowMs)
  theirs = await addSamplePlace(server.db, other.userId, 'Roof of somebody else', nowMs)
  await addMember(server.db, place.plant, member.userId, 'viewer', [])
  const token = `${ACCESS_TOKEN_PREFIX}${makeToken()}`
  const scopes: TokenScope[] = ['plant:read']
  const row = { user_id: owner.userId, center: '', name: 'Reader', scopes, expires_at: new Date(nowMs + 1e9) }
  await server.db.kysely
    .insertInto('access_tokens')
    .values({ ...row, token_hash: hashToken(token) })
    .execute()
  const serial = String(4_000_000_000 + place.plant)
  const foreign = [String(4_000_000_000 + theirs.plant), 'Roof of somebody else']
  callers = [
    { name: 'nobody', foreign: [serial, 'Roof of the owner', ...foreign] },
    { name: 'owner', token: owner.token, foreign },
    { name: 'member without rights', token: member.token, foreign: [serial, ...foreign] },
    { name: 'token that reads', token, foreign },
    { name: 'other tenant', token: other.token, foreign: [serial, 'Roof of the owner'] },
  ]
})
afterAll(() => server.close())

test(`requests drawn from the served document never break the server, seed ${seed}`, {
  timeout: 60_000 + count * 100,
}, async () => {
  const result = await fuzzCalls({
    url,
    callers,
    count,
    dice: createDice(seed),
    sampleOf: (name) => callSamples[name as CallName]?.(place),
    takeErrors: () => errors.splice(0),
  })
  process.stdout.write(`hostile calls: ${JSON.stringify({ ...result, findings: result.findings.length })}\n`)
  expect(result.findings).toEqual([])
  const { rows } = await server.db.pool.query('select name, capacity_wp from plants where id = $1', [theirs.plant])
  expect(rows).toEqual([{ name: 'Roof of somebody else', capacity_wp: 10_000 }])
  // Drawn requests must also get past the first check.
  expect(result.taken).toBeGreaterThan(count / 20)
})

test('the document that strangers read names every call of the contract', async () => {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Record<string, object> }
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(documented.sort()).toEqual(Object.keys(endpoints).sort())
})
