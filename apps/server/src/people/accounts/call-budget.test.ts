import { Refusal } from '@heliograph/domain/errors.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { type CallBudgets, createCallBudgets, removeFullBudgets } from './call-budget.ts'
import { addUser } from './users.ts'

const startMs = Date.parse('2026-06-15T10:00:00Z')
let test: TestDatabase
let people = 0

beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const newUser = () => addUser(test.db, { account: `user-${people++}`, password: 'Walrus-27-tusks' })
const node = (unitsPerMinute = 600) => createCallBudgets({ db: test.db, unitsPerMinute })

/** Spends one unit after the other until it is refused. */
async function spendAll(budgets: CallBudgets, userId: number, nowMs: number, cost = 1): Promise<number> {
  for (let spent = 0; ; spent += cost) {
    const refusal = await budgets.spend(userId, cost, nowMs).catch((error: unknown) => error)
    if (refusal instanceof Refusal) return spent
    if (refusal !== undefined) throw refusal
    if (spent > 10_000) throw new Error('no limit')
  }
}

it("grants a minute's worth at once, then its refill rate", async () => {
  const [budgets, user] = [node(), await newUser()]
  expect(await spendAll(budgets, user, startMs)).toBe(600)
  expect(await spendAll(budgets, user, startMs + 5_000)).toBe(50)
  expect(await spendAll(budgets, user, startMs + 3_600_000)).toBe(600)
})

it('says when to come back, and keeps that promise', async () => {
  const [budgets, user] = [node(), await newUser()]
  await spendAll(budgets, user, startMs)
  await expect(budgets.spend(user, 20, startMs)).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    detail: { seconds: 2 },
  })
  await expect(budgets.spend(user, 20, startMs + 1_900)).rejects.toMatchObject({ detail: { seconds: 1 } })
  await budgets.spend(user, 20, startMs + 2_000)
})

it('weights calls by their cost', async () => {
  const [budgets, user] = [node(), await newUser()]
  expect(await spendAll(budgets, user, startMs, 50)).toBe(600)
})

it('is no larger on several nodes', async () => {
  const user = await newUser()
  const nodes = [node(), node(), node(), node()]
  const spent = []
  for (const one of nodes) spent.push(await spendAll(one, user, startMs))
  expect(spent.reduce((sum, value) => sum + value)).toBe(600)
})

it('grants concurrent calls no more than sequential ones', async () => {
  const [budgets, user] = [node(), await newUser()]
  const all = await Promise.allSettled(Array.from({ length: 900 }, () => budgets.spend(user, 1, startMs)))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(600)
})

it('asks the database once for many calls, and not at all while it refuses', async () => {
  const [budgets, user] = [node(), await newUser()]
  let asked = 0
  const query = test.db.pool.query.bind(test.db.pool)
  test.db.pool.query = ((...options: Parameters<typeof query>) => {
    asked += 1
    return query(...options)
  }) as typeof query
  try {
    await spendAll(budgets, user, startMs)
    const forAll = asked
    expect(forAll).toBeLessThanOrEqual(12)
    for (let n = 0; n < 50; n += 1) await budgets.spend(user, 1, startMs).catch(() => {})
    expect(asked).toBe(forAll)
  } finally {
    test.db.pool.query = query
  }
})

it('does not affect other people, and full rows are deleted', async () => {
  const [budgets, one, other] = [node(), await newUser(), await newUser()]
  await spendAll(budgets, one, startMs)
  expect(await spendAll(budgets, other, startMs)).toBe(600)
  const rows = async () => (await test.db.pool.query('select from call_budgets')).rowCount
  expect(await rows()).toBeGreaterThan(0)
  await removeFullBudgets(test.db, startMs + 7_200_000)
  expect(await rows()).toBe(0)
})

it('costs nothing where it is turned off', async () => {
  const [budgets, user] = [node(0), await newUser()]
  for (let n = 0; n < 2_000; n += 1) await budgets.spend(user, 50, startMs)
})
