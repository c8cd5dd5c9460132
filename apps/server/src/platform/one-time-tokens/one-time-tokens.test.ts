import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import {
  countUse,
  findOneTimeToken,
  putOneTimeToken,
  removeExpiredOneTimeTokens,
  takeOneTimeToken,
  tryOneTimeToken,
  useOnce,
} from './one-time-tokens.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
const expiresAtMs = nowMs + 1000
let test: TestDatabase

beforeAll(async () => {
  test = await createTestDatabase(5)
})
afterAll(() => test.drop())

const kysely = () => test.db.kysely

describe('a one-time token', () => {
  it('is taken by one of many callers, with its data', async () => {
    const secret = await putOneTimeToken(kysely(), { kind: 'a', data: { x: 1 }, expiresAtMs })
    expect(await findOneTimeToken(kysely(), 'a', secret, nowMs)).toEqual({ userId: null, data: { x: 1 } })
    const taken = await Promise.all(Array.from({ length: 8 }, () => takeOneTimeToken(kysely(), 'a', secret, nowMs)))
    expect(taken.filter((item) => item !== undefined)).toEqual([{ userId: null, data: { x: 1 } }])
  })

  it('is valid for its kind and time only, and stored as a hash', async () => {
    const secret = await putOneTimeToken(kysely(), { kind: 'a', expiresAtMs })
    const { rows } = await test.db.pool.query('select row_to_json(o)::text as text from one_time_secrets o')
    expect(rows.map((row) => row.text).join()).not.toContain(secret)
    expect(await takeOneTimeToken(kysely(), 'b', secret, nowMs)).toBeUndefined()
    expect(await findOneTimeToken(kysely(), 'a', secret, expiresAtMs)).toBeUndefined()
    expect(await takeOneTimeToken(kysely(), 'a', secret, expiresAtMs)).toBeUndefined()
    expect(await takeOneTimeToken(kysely(), 'a', secret, nowMs)).toBeUndefined()
  })

  it('allows a limited number of tries, also concurrent ones', async () => {
    const secret = await putOneTimeToken(kysely(), { kind: 'a', data: { x: 1 }, expiresAtMs })
    const tries = await Promise.all(Array.from({ length: 9 }, () => tryOneTimeToken(kysely(), 'a', secret, nowMs, 3)))
    expect(tries.flatMap((item) => item?.tries ?? []).sort()).toEqual([1, 2, 3])
    expect(tries.find((item) => item !== undefined)?.data).toMatchObject({ x: 1 })
    const other = await putOneTimeToken(kysely(), { kind: 'a', expiresAtMs })
    expect(await tryOneTimeToken(kysely(), 'a', other, expiresAtMs, 3)).toBeUndefined()
    expect(await tryOneTimeToken(kysely(), 'b', other, nowMs, 3)).toBeUndefined()
  })
})

it('a value is marked as used once per kind until it expires', async () => {
  expect(await useOnce(kysely(), 'nonce', 'x', expiresAtMs)).toBe(true)
  expect(await useOnce(kysely(), 'nonce', 'x', expiresAtMs)).toBe(false)
  expect(await useOnce(kysely(), 'other', 'x', expiresAtMs + 1)).toBe(true)
  expect(await removeExpiredOneTimeTokens(kysely(), expiresAtMs)).toBeGreaterThan(0)
  expect(await useOnce(kysely(), 'nonce', 'x', expiresAtMs)).toBe(true)
  expect(await useOnce(kysely(), 'other', 'x', expiresAtMs)).toBe(false)
})

describe('a limited action', () => {
  it('is allowed up to its limit per period and subject, also concurrently', async () => {
    const turn = (of: string, atMs: number) =>
      countUse(kysely(), { kind: 'turns', of, most: 3, withinMs: 1000, nowMs: atMs })
    const burst = await Promise.all(Array.from({ length: 8 }, () => turn('anna', nowMs)))
    expect(burst.filter(Boolean)).toHaveLength(3)
    expect(await turn('bert', nowMs + 500)).toBe(true)
    expect([await turn('anna', nowMs + 999), await turn('anna', nowMs + 1000)]).toEqual([false, true])
    expect([await turn('bert', nowMs + 900), await turn('bert', nowMs + 900)]).toEqual([true, true])
    // The first of three is over, the others are not.
    expect([await turn('bert', nowMs + 1500), await turn('bert', nowMs + 1501)]).toEqual([true, false])
  })

  it('counts only when its transaction commits', async () => {
    const options = { kind: 'turns', of: 'carl', most: 1, withinMs: 1000, nowMs }
    const failed = test.db.transaction(async (transaction) => {
      await countUse(transaction, options)
      throw new Error('not today')
    })
    await expect(failed).rejects.toThrow('not today')
    expect([await countUse(kysely(), options), await countUse(kysely(), options)]).toEqual([true, false])
  })
})
