import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/scrypt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { type CaptchaChallenge, createCaptcha, noCaptcha } from './verification.ts'

const nowMs = Date.UTC(2026, 2, 20, 10)
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const open = () => createCaptcha({ db: database.db, cost: 16 })

async function solve(
  { work }: CaptchaChallenge,
  change: (payload: Payload) => object = (payload) => payload,
): Promise<string> {
  const challenge = work as unknown as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  if (solution === null) throw new Error('not solved')
  const { counter, derivedKey } = solution
  return Buffer.from(JSON.stringify(change({ challenge, solution: { counter, derivedKey } }))).toString('base64')
}
type Payload = Readonly<{ challenge: Challenge; solution: Readonly<{ counter: number; derivedKey: string }> }>

const failed = { code: 'HUMAN_CHECK_FAILED' }

describe('proof of work', () => {
  it('passes once', async () => {
    const checks = open()
    const check = await checks.create(nowMs)
    const work = await solve(check)
    await checks.verify({ work }, nowMs + 1000)
    await expect(checks.verify({ work }, nowMs + 1000)).rejects.toMatchObject(failed)
  })

  it('passes once, also for concurrent requests', async () => {
    const checks = open()
    const work = await solve(await checks.create(nowMs))
    const shown = await Promise.allSettled(Array.from({ length: 6 }, () => checks.verify({ work }, nowMs)))
    expect(shown.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is created by one node and verified by another', async () => {
    await open().verify({ work: await solve(await open().create(nowMs)) }, nowMs)
  })

  it("is valid for ten minutes by the server's clock", async () => {
    const checks = open()
    const work = await solve(await checks.create(nowMs))
    await expect(checks.verify({ work }, nowMs + 600_000)).rejects.toMatchObject(failed)
    await checks.verify({ work }, nowMs + 599_999)
  })

  it('is required without an answer', async () => {
    await expect(open().verify(undefined, nowMs)).rejects.toMatchObject({ code: 'HUMAN_CHECK_REQUIRED' })
  })

  it.each<[string, (payload: Payload) => object]>([
    ['another solution', (payload) => ({ ...payload, solution: { ...payload.solution, derivedKey: '00'.repeat(32) } })],
    ['no solution', ({ challenge }) => ({ challenge })],
    ['an easier challenge', (payload) => change(payload, { keyPrefix: '00', keySignature: undefined })],
    ['a higher level', (payload) => change(payload, { data: { expiresAtMs: nowMs + 600_000, level: 5 } })],
    ['a longer life', (payload) => change(payload, { data: { expiresAtMs: nowMs + 10 ** 9 } })],
    ['another salt', (payload) => change(payload, { salt: '00'.repeat(16) })],
    ['no signature', ({ challenge: { parameters }, solution }) => ({ challenge: { parameters }, solution })],
    [
      'a signature that is no text',
      (payload) => ({ ...payload, challenge: { ...payload.challenge, signature: ['a'] } }),
    ],
    ['no challenge', () => ({})],
    ['null', () => null as unknown as object],
  ])('refuses %s', async (_, bend) => {
    const checks = open()
    const work = await solve(await checks.create(nowMs), bend)
    await expect(checks.verify({ work }, nowMs)).rejects.toMatchObject(failed)
  })

  it.each(['', 'bm90IGpzb24=', '🙂', '[]', 'x'.repeat(4000)])('rejects %s, which is no answer', async (work) => {
    await expect(open().verify({ work }, nowMs)).rejects.toMatchObject(failed)
  })

  it("costs memory, and at level 1 about a second of a phone's work", async () => {
    const { work } = await createCaptcha({ db: database.db }).create(nowMs)
    const challenge = work as unknown as Challenge
    expect(challenge.parameters).toMatchObject({ algorithm: 'SCRYPT', cost: 8192, memoryCost: 8 })
    const solution = await solveChallenge({ challenge, deriveKey })
    expect(solution?.counter).toBeGreaterThanOrEqual(4)
    expect(solution?.counter).toBeLessThan(9)
  })

  it('doubles its work with each level, and a lower level is refused', async () => {
    const checks = open()
    const easy = await solve(await checks.create(nowMs, 2))
    await expect(checks.verify({ work: easy }, nowMs, 3)).rejects.toMatchObject({
      code: 'HUMAN_CHECK_REQUIRED',
      detail: { level: 3 },
    })
    await expect(checks.verify(undefined, nowMs, 4)).rejects.toMatchObject({ detail: { level: 4 } })
    const challenge = (await checks.create(nowMs, 3)).work as unknown as Challenge
    const solution = await solveChallenge({ challenge, deriveKey })
    expect([16, 20, 24, 28, 32]).toContain(solution?.counter)
    await checks.verify({ work: await solve(await checks.create(nowMs, 3)) }, nowMs, 3)
  })

  it('has a hardest level', async () => {
    const checks = open()
    await checks.verify({ work: await solve(await checks.create(nowMs, 99)) }, nowMs, 99)
  })
})

const change = ({ challenge, solution }: Payload, parameters: object): object => ({
  challenge: { ...challenge, parameters: { ...challenge.parameters, ...parameters } },
  solution,
})

it('passes everything when it is off', async () => {
  await noCaptcha.verify(undefined, nowMs)
  expect(noCaptcha).toMatchObject({ isOn: false })
})
