/** Every call at a brand that hides its features, and at one that is suspended. */
import { type CallName, namedEndpoints } from '@heliograph/contract/calls.ts'
import type { Endpoint } from '@heliograph/contract/endpoint.ts'
import { hideableCodes } from '@heliograph/domain/brand/brand-parts.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addTestUser, bearer, createTestApp, type TestApp } from '../testing/app.ts'
import { inject } from '../testing/call.ts'
import { callSamples, type Place } from '../testing/call-samples.ts'
import { addSamplePlace } from '../testing/sample-place.ts'
import type { Handlers } from './routes/handler.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const entries = namedEndpoints.filter(([, { stream }]) => !stream)
const served = entries.filter(([, { right }]) => right.kind !== 'peer' && right.kind !== 'agent')
/** The code by which a call answers that it was reached. */
const REACHED = 'ABNORMAL'
const probes = Object.fromEntries(
  entries.map(([name]) => [
    name,
    async () => {
      throw new Refusal(REACHED)
    },
  ]),
) as unknown as Handlers

let test: TestApp
let place: Place
let token: string
let ordinary: string
let hidden: readonly string[] = []
let isSuspended = false

beforeAll(async () => {
  test = await createTestApp(nowMs, {
    handlers: probes,
    checkReplies: false,
    findBlocked: async () => hidden,
    findSuspension: async () => (isSuspended ? { organizationId: null } : undefined),
  })
  const user = await addTestUser(test, 'owner', true)
  token = user.token
  ordinary = (await addTestUser(test, 'person')).token
  place = await addSamplePlace(test.db, user.userId, 'owner', nowMs)
})
afterAll(() => test.close())

const ask = async (name: CallName, { right }: Endpoint, by = token) => {
  const reply = await inject(test.app, name, callSamples[name](place), right.kind === 'public' ? {} : bearer(by))
  return reply.json().code as string
}

it.each(served)('%s is closed by its features, and by no other', async (name, entry) => {
  const { features = [] } = entry
  hidden = hideableCodes.filter((code) => !features.includes(code))
  const open = await ask(name, entry)
  for (const code of features) {
    hidden = [code]
    expect([code, await ask(name, entry)]).toEqual([code, 'NO_PERMISSION'])
  }
  hidden = []
  expect(open).toBe(await ask(name, entry))
})

it.each(served)('%s works at a suspended brand only where it says so', async (name, entry) => {
  isSuspended = true
  const told = [await ask(name, entry, ordinary), await ask(name, entry)]
  isSuspended = false
  if (entry.opensSuspended) expect(told).not.toContain('PLATFORM_SUSPENDED')
  else if (entry.right.kind === 'public') expect(told[0]).toBe('PLATFORM_SUSPENDED')
  else if (entry.right.kind === 'user') expect(told[0]).toBe('PLATFORM_SUSPENDED')
  else expect(told[0]).not.toBe(REACHED)
})
