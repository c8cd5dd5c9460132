import { randomBytes } from 'node:crypto'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { ResponseBodyError } from 'openid-client'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/db/log.ts'
import { putOneTimeToken, takeOneTimeToken } from '../../platform/one-time-tokens/one-time-tokens.ts'
import type { Connector, FlowSecrets, ProviderAccount, Step } from './connector.ts'
import { createOpenId } from './open-id.ts'
import { refusalOf } from './provider-refusal.ts'
import type { Provider, ProviderKind } from './providers.ts'
import { createQq } from './qq.ts'
import { createWeChat } from './wechat.ts'

const STATE_KIND = 'third-party-state'
const STATE_MS = 10 * MINUTE_MS

/** The reason for the visit to the provider. A link belongs to the user who started it. */
export type Purpose = Readonly<{ kind: 'signIn'; keep: boolean } | { kind: 'bind'; userId: number }>
export type Arrival = Readonly<{ provider: Provider; account: ProviderAccount; purpose: Purpose }>

export type IdentityProviders = Readonly<{
  providers: readonly Readonly<{ id: string; kind: ProviderKind; name: string }>[]
  find: (id: string) => Readonly<{ id: string; kind: ProviderKind; name: string }> | undefined
  /**
   * @returns the URL for the browser, and the secret that comes back with it: works once, for ten minutes
   * @throws Refusal THIRD_PARTY_UNKNOWN; ..._TOKEN_FAILED when the provider cannot be reached
   */
  start: (
    db: Db,
    options: Readonly<{ provider: string; purpose: Purpose; nowMs: number }>,
  ) => Promise<Readonly<{ url: string; state: string }>>
  /** @throws Refusal THIRD_PARTY_STATE, ..._TOKEN_FAILED, ..._USER_FAILED */
  finish: (
    db: Db,
    input: Readonly<{ state: string; code: string; iss: string | undefined; nowMs: number }>,
  ) => Promise<Arrival>
}>

type Kept = Readonly<{ provider: string; secrets: FlowSecrets; purpose: Purpose }>

export function createIdentityProviders({
  providers,
  publicUrl,
  log,
}: Readonly<{ providers: readonly Provider[]; publicUrl: string; log: Log }>): IdentityProviders {
  const redirectUri = `${publicUrl}/tencentLogin`
  const connectors = new Map(providers.map((provider) => [provider.id, { provider, connector: connect(provider) }]))
  const stepsOf =
    (provider: Provider): Step =>
    async (step, work) => {
      try {
        return await work()
      } catch (error) {
        log.warn({ provider: provider.id, step, reason: reasonOf(error) }, 'a sign-in at a provider failed')
        throw refusalOf(provider.kind, step)
      }
    }

  return {
    providers: providers.map(({ id, kind, name }) => ({ id, kind, name })),
    find: (id) => connectors.get(id)?.provider,
    start: async (db, { provider: id, purpose, nowMs }) => {
      const found = connectors.get(id)
      if (found === undefined) throw new Refusal('THIRD_PARTY_UNKNOWN')
      // WeChat accepts letters and digits only.
      const state = randomBytes(32).toString('hex')
      const { url, secrets } = await stepsOf(found.provider)('token', () =>
        found.connector.begin({ redirectUri, state, nowMs }),
      )
      const data: Kept = { provider: id, secrets, purpose }
      await putOneTimeToken(db.kysely, { kind: STATE_KIND, secret: state, data, expiresAtMs: nowMs + STATE_MS })
      return { url, state }
    },
    finish: async (db, { state, code, iss, nowMs }) => {
      const kept = (await takeOneTimeToken(db.kysely, STATE_KIND, state, nowMs))?.data as Kept | undefined
      const found = kept && connectors.get(kept.provider)
      if (kept === undefined || found === undefined) throw new Refusal('THIRD_PARTY_STATE')
      const request = { redirectUri, state, code, iss, secrets: kept.secrets, nowMs }
      const account = await found.connector.finish(request, stepsOf(found.provider))
      return { provider: found.provider, account, purpose: kept.purpose }
    },
  }
}

function connect(provider: Provider): Connector {
  switch (provider.kind) {
    case 'oidc':
      return createOpenId(provider)
    case 'wechat':
      return createWeChat(provider)
    case 'qq':
      return createQq(provider)
  }
}

/** Words for the log: of the error and what caused it, never the request, which holds secrets. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  // RFC 6749, section 5.2: the provider's word for why it refuses.
  const word = error instanceof ResponseBodyError ? `: ${error.error}` : ''
  return cleanLine(`${error.message}${word}${cause}`, 300)
}
