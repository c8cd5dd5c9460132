import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import {
  findOneTimeToken,
  putOneTimeToken,
  removeExpiredOneTimeTokens,
  takeOneTimeToken,
  takeTurn,
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

describe('a secret that works once', () => {
  it('is taken by one of many, with what was kept under it', async () => {
    const secret = await putOneTimeToken(kysely(), { kind: 'a', data: { x: 1 }, expiresAtMs })
    expect(await findOneTimeToken(kysely(), 'a', secret, nowMs)).toEqual({ userId: null, data: { x: 1 } })
    const taken = await Promise.all(Array.from({ length: 8 }, () => takeOneTimeToken(kysely(), 'a', secret, nowMs)))
    expect(taken.filter((one) => one !== undefined)).toEqual([{ userId: null, data: { x: 1 } }])
  })

  it('opens nothing of another kind, nothing too late, and is not kept as it is', async () => {
    const secret = await putOneTimeToken(kysely(), { kind: 'a', expiresAtMs })
    const { rows } = await test.db.pool.query('select row_to_json(o)::text as text from one_time_secrets o')
    expect(rows.map((row) => row.text).join()).not.toContain(secret)
    expect(await takeOneTimeToken(kysely(), 'b', secret, nowMs)).toBeUndefined()
    expect(await findOneTimeToken(kysely(), 'a', secret, expiresAtMs)).toBeUndefined()
    expect(await takeOneTimeToken(kysely(), 'a', secret, expiresAtMs)).toBeUndefined()
    expect(await takeOneTimeToken(kysely(), 'a', secret, nowMs)).toBeUndefined()
  })

  it('is tried so many times and no more, however many try at once', async () => {
    const secret = await putOneTimeToken(kysely(), { kind: 'a', data: { x: 1 }, expiresAtMs })
    const tries = await Promise.all(Array.from({ length: 9 }, () => tryOneTimeToken(kysely(), 'a', secret, nowMs, 3)))
    expect(tries.flatMap((one) => one?.tries ?? []).sort()).toEqual([1, 2, 3])
    expect(tries.find((one) => one !== undefined)?.data).toMatchObject({ x: 1 })
    const other = await putOneTimeToken(kysely(), { kind: 'a', expiresAtMs })
    expect(await tryOneTimeToken(kysely(), 'a', other, expiresAtMs, 3)).toBeUndefined()
    expect(await tryOneTimeToken(kysely(), 'b', other, nowMs, 3)).toBeUndefined()
  })
})

it('a value is marked as used once for each kind, until it is removed after its time', async () => {
  expect(await useOnce(kysely(), 'nonce', 'x', expiresAtMs)).toBe(true)
  expect(await useOnce(kysely(), 'nonce', 'x', expiresAtMs)).toBe(false)
  expect(await useOnce(kysely(), 'other', 'x', expiresAtMs + 1)).toBe(true)
  expect(await removeExpiredOneTimeTokens(kysely(), expiresAtMs)).toBeGreaterThan(0)
  expect(await useOnce(kysely(), 'nonce', 'x', expiresAtMs)).toBe(true)
  expect(await useOnce(kysely(), 'other', 'x', expiresAtMs)).toBe(false)
})

describe('turns', () => {
  it('are as many as allowed within the while, of any number at the same time, for each on their own', async () => {
    const turn = (of: string, atMs: number) =>
      takeTurn(kysely(), { kind: 'turns', of, most: 3, withinMs: 1000, nowMs: atMs })
    const burst = await Promise.all(Array.from({ length: 8 }, () => turn('anna', nowMs)))
    expect(burst.filter(Boolean)).toHaveLength(3)
    expect(await turn('bert', nowMs + 500)).toBe(true)
    expect([await turn('anna', nowMs + 999), await turn('anna', nowMs + 1000)]).toEqual([false, true])
    expect([await turn('bert', nowMs + 900), await turn('bert', nowMs + 900)]).toEqual([true, true])
    // The first of three is over, the others are not.
    expect([await turn('bert', nowMs + 1500), await turn('bert', nowMs + 1501)]).toEqual([true, false])
  })

  it('count only when what they are for comes about', async () => {
    const given = { kind: 'turns', of: 'carl', most: 1, withinMs: 1000, nowMs }
    const failed = test.db.transaction(async (transaction) => {
      await takeTurn(transaction, given)
      throw new Error('not today')
    })
    await expect(failed).rejects.toThrow('not today')
    expect([await takeTurn(kysely(), given), await takeTurn(kysely(), given)]).toEqual([true, false])
  })
})
