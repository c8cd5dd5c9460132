/**
 * Finds the number that a CAPTCHA asks for (ALTCHA, scrypt). In plain JavaScript: WebCrypto has no scrypt, and is missing
 * on plain http.
 */
import { scrypt } from '@noble/hashes/scrypt.js'
import { solveChallenge } from 'altcha-lib'
import type { Challenge, DeriveKeyFunction } from 'altcha-lib/types'

const ALGORITHM = 'SCRYPT'
export const WORK_TIMEOUT_MS = 90_000

const deriveKey: DeriveKeyFunction = async ({ algorithm, cost, memoryCost = 8, keyLength = 32 }, salt, password) => {
  if (algorithm !== ALGORITHM) throw new Error(`The human check asks for ${algorithm}`)
  return { parameters: {}, derivedKey: scrypt(password, salt, { N: cost, r: memoryCost, p: 1, dkLen: keyLength }) }
}

/** @returns the answer as base64 JSON @throws when it takes too long or was aborted */
export async function doWork(work: unknown, controller?: AbortController): Promise<string> {
  const challenge = work as Challenge
  const solution = await solveChallenge({
    challenge,
    deriveKey,
    timeout: WORK_TIMEOUT_MS,
    ...(controller ? { controller } : {}),
  })
  if (!solution) throw new Error('The human check was not solved in time')
  return btoa(JSON.stringify({ challenge, solution: { counter: solution.counter, derivedKey: solution.derivedKey } }))
}
