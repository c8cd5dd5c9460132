import { openSolarmanAccess, type SolarmanRefusal } from '../../people/accounts/accounts.ts'
import { findIdentities } from '../../people/organizations/organizations.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ClientCall } from './call.ts'
import { type ClientCode, ClientRefusal } from './codes.ts'
import { type Body, findInteger, findText, readText } from './read-body.ts'

export const accountCalls = {
  '/account/v1.0/info': {
    about: 'account',
    answer: async ({ db, nowMs, session }) => {
      const identities = await findIdentities(db, session.userId, nowMs)
      const own = identities.filter(
        ({ organizationId }) => session.organizationId === null || organizationId === session.organizationId,
      )
      const orgInfoList = own.flatMap(({ organizationId, name, identity }) =>
        organizationId === null ? [] : [{ companyId: organizationId, companyName: name, roleName: identity }],
      )
      return { orgInfoList }
    },
  },
} satisfies Readonly<Record<string, ClientCall>>

const codeOf: Readonly<Record<SolarmanRefusal, ClientCode>> = {
  appId: 'invalidAppId',
  appSecret: 'invalidToken',
  account: 'authFailed',
  locked: 'locked',
  organization: 'invalidOrganization',
}

type Asker = Readonly<{ appId: string | undefined; body: Body; address: string; center: string; nowMs: number }>

/** The call that gives a token, the only one without a token. @throws ClientRefusal */
export async function giveToken(db: Db, { appId, body, ...from }: Asker): Promise<object> {
  if (appId === undefined) throw new ClientRefusal('missingParameter')
  const organization = findInteger(body, 'orgId') ?? 0
  const appSecret = readText(body, 'appSecret')
  const proof = findProof(body)
  const opened = await openSolarmanAccess(db, {
    ...from,
    appId,
    appSecret,
    proof,
    // 0 is what a client sends that has none.
    organizationId: organization === 0 ? null : organization,
  })
  if (typeof opened === 'string') throw new ClientRefusal(codeOf[opened])
  return {
    uid: opened.userId,
    access_token: opened.token,
    refresh_token: opened.refreshToken,
    token_type: 'bearer',
    // A text: typed clients refuse a number.
    expires_in: String(opened.expiresInS),
    scope: 'all',
  }
}

function findProof(body: Body) {
  const refreshToken = findText(body, 'refresh_token', 500) ?? findText(body, 'refreshToken', 500)
  if (refreshToken !== undefined) return { refreshToken }
  const mobile = findText(body, 'mobile')
  const country = findText(body, 'countryCode', 8)
  const phone =
    mobile === undefined ? undefined : `${country === undefined ? '' : `+${country.replace('+', '')}`}${mobile}`
  const account = findText(body, 'email') ?? findText(body, 'username') ?? phone
  if (account === undefined) throw new ClientRefusal('missingParameter')
  return { account, passwordHex: readText(body, 'password') }
}
