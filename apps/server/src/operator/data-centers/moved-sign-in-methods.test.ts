import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  type Session,
  signInByPasskey,
} from '../../people/accounts/accounts.ts'
import { addRecoveryCodes, useRecoveryCode } from '../../people/accounts/recovery-codes.ts'
import { createSoftwareAuthenticator } from '../../testing/software-authenticator.ts'
import { addMira, nowMs, proof } from './testing/mira.ts'
import { createTwoDataCenters, settled, type TwoDataCenters } from './testing/two-data-centers.ts'

const HOST = 'pv.example.org'
const party = { host: HOST, origins: [`https://${HOST}`], name: 'Heliograph' }
const ADDRESS = '203.0.113.1'
let two: TwoDataCenters
beforeAll(async () => {
  two = await createTwoDataCenters(nowMs)
})
afterAll(() => two.close())

it('recovery codes and passkeys survive a move', async () => {
  const { home, away } = two
  await home.addAccount({ account: 'root', isAdmin: true })
  await away.addAccount({ account: 'root', isAdmin: true })
  await away.addAccount({ account: 'earlier' })
  await addMira(home)
  const idAt = async ({ db }: typeof home) =>
    (await db.kysely.selectFrom('users').select('id').where('account', '=', 'mira').executeTakeFirstOrThrow()).id
  const before = await idAt(home)
  const [code = ''] = await addRecoveryCodes(home.db.kysely, before)
  const key = createSoftwareAuthenticator({ origin: `https://${HOST}`, host: HOST })
  const begun = await beginPasskey(home.db, before, party, nowMs)
  const added = { challengeId: begun.challengeId, response: key.create(begun.options), name: 'Phone', party }
  const session = { id: 1, userId: before } as Session
  await addPasskey(home.db, added, { session, mail: home.services.mail, nowMs, address: ADDRESS, host: HOST })
  const reply = await home.call(await home.signIn('mira'), 'POST /user-s/acc/move', {
    body: { center: 'CHINA', proof },
  })
  expect([reply.statusCode, home.name]).toEqual([200, 'FOREIGN_1'])
  await settled(home)
  const [here, there] = [await idAt(home), await idAt(away)]
  expect(here).not.toBe(there)
  expect(await useRecoveryCode(away.db.kysely, there, code.replace('-', ''), nowMs)).toBe(true)
  const { challengeId, options } = await beginPasskeySignIn(away.db, party, nowMs)
  const use = { challengeId, response: key.get(options), party, keep: true, nowMs, address: ADDRESS, userAgent: 'test' }
  const { token } = await signInByPasskey(away.db, { ...use, center: away.name }, {})
  expect((await away.call(token, 'GET /user-s/acc/org/login-user')).json()).toMatchObject({ account: 'mira' })
})
