/**
 * The cost of a sign-in: one password check, sign-ins per second at several levels of concurrency, and known against
 * unknown accounts.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { addUser, findSession, signIn } from '@heliograph/server/people/accounts/accounts.ts'
import { passwordMatches } from '@heliograph/server/people/accounts/password-hash.ts'
import { startCluster } from '@heliograph/server/platform/db/cluster.ts'
import { type Db, openDatabase } from '@heliograph/server/platform/db/database.ts'
import { migrate } from '@heliograph/server/platform/db/migrate.ts'
import { pino } from 'pino'

const USERS = 32
const ROUNDS = 200
const PASSWORD = 'Bench-the-sun-9'
const log = pino({ level: 'error' })
const dataDir = mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-bench-sign-in-'))

const quantile = (values: readonly number[], q: number) =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * q)] ?? Number.NaN

/** Runs `work` this many times, `width` of them concurrently. @returns ms for each, and for all */
async function run(rounds: number, width: number, work: (n: number) => Promise<unknown>) {
  const times: number[] = []
  let next = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < rounds) {
        const n = next++
        const start = performance.now()
        await work(n)
        times.push(performance.now() - start)
      }
    }),
  )
  return { times, ms: performance.now() - began }
}

async function measure(db: Db): Promise<void> {
  const { rows } = await db.pool.query<{ hash: string }>('select password_hash as hash from users limit 1')
  const stored = rows[0]?.hash
  await passwordMatches(stored, PASSWORD)
  const check = await run(50, 1, () => passwordMatches(stored, PASSWORD))
  const show = (name: string, times: readonly number[]) =>
    console.log(
      `${name.padEnd(34)} p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms`,
    )
  show('password check (argon2id)', check.times)
  const nowMs = Date.now()
  const options = (n: number) => ({
    account: `user-${n % USERS}`,
    password: PASSWORD,
    keep: true,
    nowMs,
    // A known browser, as nearly all are.
    browser: `browser-of-${String(n % USERS).padStart(20, '0')}`,
    address: `2001:db8::${(n % 60_000).toString(16)}`,
    userAgent: 'bench',
  })
  await run(USERS, 4, (n) => signIn(db, options(n)))
  for (const width of [1, 2, 4, 8, 16]) {
    const { times, ms } = await run(ROUNDS, width, (n) => signIn(db, options(n)))
    show(`sign-in, ${width} at a time: ${((ROUNDS / ms) * 1000).toFixed(0)}/s`, times)
  }
  // Each failure gets its own window, so that no lock answers instead of the check.
  const fail = (account: (n: number) => string) =>
    run(100, 1, (n) =>
      signIn(db, { ...options(n), account: account(n), password: 'wrong', nowMs: nowMs + n * 16 * 60_000 }).catch(
        () => {},
      ),
    )
  show('wrong password, known account', (await fail((n) => `user-${n % USERS}`)).times)
  show('wrong password, unknown account', (await fail((n) => `nobody-${n % USERS}`)).times)
  const { token } = await signIn(db, options(1))
  await findSession(db, token, nowMs)
  show('session of a token', (await run(1000, 1, () => findSession(db, token, nowMs))).times)
}

const cluster = await startCluster({ dataDir, log })
const db = await openDatabase({ connection: cluster.connection, poolSize: 10, log })
try {
  await migrate(db.pool, { log })
  for (let n = 0; n < USERS; n++) await addUser(db, { account: `user-${n}`, password: PASSWORD })
  await db.pool.query('analyze')
  console.log(`${cpus().length} cores, ${USERS} accounts, ${ROUNDS} sign-ins each`)
  await measure(db)
} finally {
  await db.close()
  await cluster.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
