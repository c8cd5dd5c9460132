import type { CallName } from '@heliograph/contract/calls.ts'
import type { DataCenter } from '@heliograph/domain/regions.ts'
import { pino } from 'pino'
import { addUser, type NewUser } from '../../../people/accounts/accounts.ts'
import { createTestApp, TEST_PASSWORD, type TestApp } from '../../../testing/app.ts'
import { type CallParts, inject } from '../../../testing/call.ts'
import {
  createDataCenters,
  createRemoteDataCenter,
  type DataCenters,
  type DataCentersOptions,
  type RemoteDataCenter,
} from '../data-centers.ts'

export const CENTER_SECRET = 'a-secret-for-two-centers'

/** One of two servers that know each other, on a port of its own. */
export type TestDataCenter = TestApp &
  Readonly<{
    name: DataCenter
    url: string
    dataCenters: DataCenters
    /** The connection to the other data center for the next call: tests inject faults here. */
    wire: { of: (remote: RemoteDataCenter) => RemoteDataCenter }
    /** The same server after a crash: a new process on the same database. */
    restart: () => Promise<void>
    call: (token: string | undefined, name: CallName, parts?: CallParts) => ReturnType<typeof inject>
    signIn: (account: string, password?: string) => Promise<string>
    addAccount: (user: Partial<NewUser> & Readonly<{ account: string }>) => Promise<number>
  }>

export type TwoDataCenters = Readonly<{ home: TestDataCenter; away: TestDataCenter; close: () => Promise<void> }>

/** home is FOREIGN_1, away is CHINA; each reaches the other over a real socket. */
export async function createTwoDataCenters(nowMs: number): Promise<TwoDataCenters> {
  const urls: Record<DataCenter, string> = { CHINA: '', FOREIGN_1: '' }
  const home = await createCenter('FOREIGN_1', 'CHINA', urls, nowMs)
  const away = await createCenter('CHINA', 'FOREIGN_1', urls, nowMs)
  return {
    home,
    away,
    close: async () => {
      await Promise.all([home.close(), away.close()])
    },
  }
}

async function createCenter(
  name: DataCenter,
  other: DataCenter,
  urls: Record<DataCenter, string>,
  nowMs: number,
): Promise<TestDataCenter> {
  const now: { dataCenters: DataCenters | undefined } = { dataCenters: undefined }
  // The server is created before its address and its database are known.
  const dataCenters = new Proxy({} as DataCenters, { get: (_, key) => now.dataCenters?.[key as keyof DataCenters] })
  const test = await createTestApp(nowMs, { center: name, centerSecret: CENTER_SECRET, services: { dataCenters } })
  const wire: TestDataCenter['wire'] = { of: (remote) => remote }
  const make = (): DataCenters => {
    const options: DataCentersOptions = {
      db: test.db,
      here: name,
      // Looked up on use: the other server is not running yet.
      get others() {
        return [{ center: other, url: urls[other], publicUrl: null }]
      },
      secret: CENTER_SECRET,
      mail: test.services.mail,
      publicUrl: 'http://localhost',
      log: pino({ level: process.env.HELIOGRAPH_TEST_LOG ?? 'silent' }),
      now: () => test.clock.nowMs,
      wait: async () => {},
      remoteOf: () => wire.of(createRemoteDataCenter({ url: urls[other] }, CENTER_SECRET)),
    }
    const { others: _, ...made } = createDataCenters(options)
    return {
      ...made,
      get others() {
        return options.others
      },
    }
  }
  now.dataCenters = make()
  urls[name] = await test.app.listen({ port: 0, host: '127.0.0.1' })
  const call: TestDataCenter['call'] = (token, call, parts) =>
    inject(test.app, call, parts, token === undefined ? {} : { authorization: `Bearer ${token}` })
  return {
    ...test,
    name,
    url: urls[name],
    dataCenters,
    wire,
    restart: async () => {
      await now.dataCenters?.close()
      now.dataCenters = make()
    },
    call,
    signIn: async (account, password = TEST_PASSWORD) => {
      const body = { grant_type: 'password', username: account, password, keep: '0' }
      const reply = await call(undefined, 'POST /oauth2-s/oauth/token', { body })
      if (reply.statusCode !== 200) throw new Error(`${reply.statusCode} ${reply.body}`)
      return reply.json().access_token
    },
    addAccount: (user) => addUser(test.db, { password: TEST_PASSWORD, ...user }),
    close: async () => {
      await now.dataCenters?.close()
      await test.close()
    },
  }
}

/** Waits until no move of this server is running. */
export async function settled({ db }: Pick<TestApp, 'db'>): Promise<void> {
  for (;;) {
    const { rows } = await db.pool.query("select from account_moves where direction = 'out' and state = 'running'")
    if (rows.length === 0) return
    await new Promise(setImmediate)
  }
}
