import { Refusal } from '@heliograph/domain/errors.ts'
import { normalizePassword } from '@heliograph/domain/password.ts'
import { hash, type Options, verify } from '@node-rs/argon2'

/** OWASP's first choice: 19 MiB, two passes, one lane (argon2id is the library's default). */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each hash holds 19 MiB, and four run at a time: beyond this a flood of sign-ins is refused, not queued. */
const MOST_PENDING = 64
let pending = 0

async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (pending >= MOST_PENDING) throw new Refusal('TOO_MANY_REQUESTS')
  pending += 1
  try {
    return await work()
  } finally {
    pending -= 1
  }
}

export const hashPassword = (password: string): Promise<string> =>
  bounded(() => hash(normalizePassword(password), cost))

let decoy: Promise<string> | undefined

/** Not queued, and dropped when it fails: neither a refusal nor a failure may be kept as the decoy. */
function getDecoy(): Promise<string> {
  decoy ??= hash('no account has this password', cost).catch((error: unknown) => {
    decoy = undefined
    throw error
  })
  return decoy
}

/** Takes the same time without a stored hash, so that the time reveals nothing about the account. */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  const against = stored ?? (await getDecoy())
  const matches = await bounded(() => verify(against, normalizePassword(password)))
  return matches && typeof stored === 'string'
}
