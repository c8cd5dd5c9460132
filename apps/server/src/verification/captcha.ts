import { randomBytes, randomInt } from 'node:crypto'
import { Refusal } from '@heliograph/domain/errors.ts'
import { type Challenge, createChallenge, type Solution, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import type { Db } from '../db/database.ts'
import { useOnce } from '../one-time-tokens/one-time-tokens.ts'

/** The proof of work as base64 JSON of `{ challenge, solution }`. */
export type CaptchaAnswer = Readonly<{ work: string }>
export type CaptchaChallenge = Readonly<{ work: Record<string, unknown> }>

/** Makes automated guessing expensive: required after failures, by whichever room counts them. */
export type Captcha = Readonly<{
  isOn: boolean
  create: (nowMs: number) => Promise<CaptchaChallenge>
  /**
   * Passes everything when the CAPTCHA is off.
   * @throws Refusal HUMAN_CHECK_REQUIRED without an answer; HUMAN_CHECK_FAILED for a wrong, expired or used one
   */
  verify: (answer: CaptchaAnswer | undefined, nowMs: number) => Promise<void>
}>

const validMs = 600_000

/**
 * Iterated SHA-256: of ALTCHA's algorithms the one that plain JavaScript computes as fast as a browser's own
 * cryptography, which is missing on plain http. A quarter of a million rounds on average: a second on a phone.
 */
const work = { algorithm: 'SHA-256', cost: 500, counters: [300, 700] } as const

const keyName = 'human-check'

export const noCaptcha: Captcha = {
  isOn: false,
  create: async () => ({ work: {} }),
  verify: async () => {},
}

/** @param given.cost rounds per counter, for tests that solve many */
export function createCaptcha(given: Readonly<{ db: Db; cost?: number }>): Captcha {
  const { db } = given
  let made: Promise<string> | undefined
  const findKey = async (): Promise<string> => {
    made ??= ensureKey(db)
    return made.catch((error) => {
      made = undefined
      throw error
    })
  }

  return {
    isOn: true,

    async create(nowMs) {
      const key = await findKey()
      const challenge = await createChallenge({
        algorithm: work.algorithm,
        cost: given.cost ?? work.cost,
        // The solution is chosen in advance, so that no device searches for a minute by bad luck.
        counter: randomInt(work.counters[0], work.counters[1]),
        deriveKey,
        ...secretsOf(key),
        // The library's own expiry uses another clock.
        data: { expiresAtMs: nowMs + validMs },
      })
      return { work: { ...challenge } }
    },

    async verify(answer, nowMs) {
      if (answer === undefined) throw new Refusal('HUMAN_CHECK_REQUIRED')
      const solved = await verifyWork(answer.work, await findKey(), nowMs)
      if (solved === undefined) throw new Refusal('HUMAN_CHECK_FAILED')
      if (!(await useOnce(db.kysely, 'human-check', solved.signature, solved.expiresAtMs)))
        throw new Refusal('HUMAN_CHECK_FAILED')
    },
  }
}

const secretsOf = (key: string) => ({ hmacSignatureSecret: key, hmacKeySignatureSecret: `${key} answer` })

async function verifyWork(
  text: string,
  key: string,
  nowMs: number,
): Promise<Readonly<{ signature: string; expiresAtMs: number }> | undefined> {
  try {
    const { challenge, solution } = JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as {
      challenge: Challenge
      solution: Solution
    }
    const { signature } = challenge
    const expiresAtMs = challenge.parameters.data?.expiresAtMs
    if (typeof signature !== 'string' || typeof expiresAtMs !== 'number' || !(expiresAtMs > nowMs)) return undefined
    const { verified } = await verifySolution({
      challenge,
      solution,
      deriveKey,
      ...secretsOf(key),
    })
    return verified ? { signature, expiresAtMs } : undefined
  } catch {
    // The answer is not JSON, or not of this shape.
    return undefined
  }
}

/** One key for all nodes; the first node that needs it creates it. */
async function ensureKey({ kysely }: Db): Promise<string> {
  await kysely
    .insertInto('server_keys')
    .values({ name: keyName, private: randomBytes(32).toString('base64url'), public: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await kysely
    .selectFrom('server_keys')
    .select('private')
    .where('name', '=', keyName)
    .executeTakeFirstOrThrow()
  return row.private
}
