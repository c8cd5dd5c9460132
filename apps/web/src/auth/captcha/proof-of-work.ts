/**
 * Finds the number that a human check asks for (ALTCHA, SHA-256 hashed `cost` times). Hashed in plain JavaScript: WebCrypto
 * is missing on plain http, and its promise per digest costs more than the digest.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { solveChallenge } from 'altcha-lib'
import type { Challenge, DeriveKeyFunction } from 'altcha-lib/types'

const ALGORITHM = 'SHA-256'
export const WORK_TIMEOUT_MS = 90_000

const deriveKey: DeriveKeyFunction = async ({ algorithm, cost, keyLength = 32 }, salt, password) => {
  if (algorithm !== ALGORITHM) throw new Error(`The human check asks for ${algorithm}`)
  const first = new Uint8Array(salt.length + password.length)
  first.set(salt)
  first.set(password, salt.length)
  let key = sha256(first)
  for (let round = 1; round < cost; round++) key = sha256(key)
  return { parameters: {}, derivedKey: key.slice(0, keyLength) }
}

/** @returns the answer as base64 JSON. @throws when it takes too long or was called off */
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
