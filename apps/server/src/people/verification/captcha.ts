import { randomBytes, randomInt } from 'node:crypto'
import { Refusal } from '@heliograph/domain/errors.ts'
import { type Challenge, createChallenge, type Solution, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/scrypt'
import type { Db } from '../../platform/db/database.ts'
import { useOnce } from '../../platform/one-time-tokens/one-time-tokens.ts'
import { openText, sealText, serverKeyPurpose } from '../../platform/secret-key/secret-key.ts'

/** The proof of work as base64 JSON of `{ challenge, solution }`. */
export type CaptchaAnswer = Readonly<{ work: string }>
export type CaptchaChallenge = Readonly<{ work: Record<string, unknown> }>

/** Makes automated guessing expensive: required after failures, by whichever room counts them. */
export type Captcha = Readonly<{
  isOn: boolean
  /** @param level how hard, from 1; each is twice the one before */
  create: (nowMs: number, level?: number) => Promise<CaptchaChallenge>
  /**
   * Passes everything when the CAPTCHA is off.
   * @throws Refusal HUMAN_CHECK_REQUIRED with the level, without an answer or for one below it; HUMAN_CHECK_FAILED for a wrong, expired or used one
   */
  verify: (answer: CaptchaAnswer | undefined, nowMs: number, level?: number) => Promise<void>
}>

const VALID_MS = 600_000

/**
 * scrypt with 8 MiB (RFC 7914): memory gives special machines little advantage, and Node and plain JavaScript have it, the
 * latter where a browser's own cryptography is missing on plain http. Some 6 rounds at level 1: half a second, two or
 * three on a phone.
 */
const work = { algorithm: 'SCRYPT', cost: 8_192, memoryCost: 8, counters: [4, 9] } as const
const HARDEST = 5

const KEY_NAME = 'human-check'

export const noCaptcha: Captcha = {
  isOn: false,
  create: async () => ({ work: {} }),
  verify: async () => {},
}

/** @param options.cost rounds per counter, for tests that solve many */
export function createCaptcha(options: Readonly<{ db: Db; cost?: number }>): Captcha {
  const { db } = options
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

    async create(nowMs, level = 1) {
      const key = await findKey()
      const challenge = await createChallenge({
        algorithm: work.algorithm,
        cost: options.cost ?? work.cost,
        memoryCost: work.memoryCost,
        // The solution is chosen in advance, so that no device searches for a minute by bad luck.
        counter: randomInt(work.counters[0], work.counters[1]) * 2 ** (Math.min(level, HARDEST) - 1),
        deriveKey,
        ...secretsOf(key),
        // The library's own expiry uses another clock.
        data: { expiresAtMs: nowMs + VALID_MS, level: Math.min(level, HARDEST) },
      })
      return { work: { ...challenge } }
    },

    async verify(answer, nowMs, level = 1) {
      if (answer === undefined) throw new Refusal('HUMAN_CHECK_REQUIRED', { level })
      const solved = await verifyWork(answer.work, await findKey(), nowMs)
      if (solved === undefined) throw new Refusal('HUMAN_CHECK_FAILED')
      if (solved.level < Math.min(level, HARDEST)) throw new Refusal('HUMAN_CHECK_REQUIRED', { level })
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
): Promise<Readonly<{ signature: string; expiresAtMs: number; level: number }> | undefined> {
  try {
    const { challenge, solution } = JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as {
      challenge: Challenge
      solution: Solution
    }
    const { signature } = challenge
    const { expiresAtMs, level } = challenge.parameters.data ?? {}
    if (typeof signature !== 'string' || typeof level !== 'number') return undefined
    if (typeof expiresAtMs !== 'number' || !(expiresAtMs > nowMs)) return undefined
    const { verified } = await verifySolution({
      challenge,
      solution,
      deriveKey,
      ...secretsOf(key),
    })
    return verified ? { signature, expiresAtMs, level } : undefined
  } catch {
    // The answer is not JSON, or not of this shape.
    return undefined
  }
}

/** One key for all nodes; the first node that needs it creates it. */
async function ensureKey({ kysely }: Db): Promise<string> {
  const purpose = serverKeyPurpose(KEY_NAME)
  await kysely
    .insertInto('server_keys')
    .values({ name: KEY_NAME, private: sealText(randomBytes(32).toString('base64url'), purpose), public: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await kysely
    .selectFrom('server_keys')
    .select('private')
    .where('name', '=', KEY_NAME)
    .executeTakeFirstOrThrow()
  return openText(row.private, purpose)
}
