import { type ErrorCode, Refusal } from '@heliograph/domain/errors.ts'
import type { ProviderKind } from './providers.ts'

/** Faults of any provider, with the codes of the two providers that have their own numbers. */
type Fault = 'used' | 'bound' | 'token' | 'user'
const codes: Readonly<Record<ProviderKind, Readonly<Record<Fault, ErrorCode>>>> = {
  oidc: {
    used: 'THIRD_PARTY_USED',
    bound: 'THIRD_PARTY_BOUND',
    token: 'THIRD_PARTY_TOKEN_FAILED',
    user: 'THIRD_PARTY_USER_FAILED',
  },
  wechat: { used: 'WECHAT_USED', bound: 'WECHAT_BOUND', token: 'WECHAT_TOKEN_FAILED', user: 'WECHAT_USER_FAILED' },
  qq: { used: 'QQ_USED', bound: 'QQ_BOUND', token: 'QQ_TOKEN_FAILED', user: 'QQ_USER_FAILED' },
}

export const refusalOf = (kind: ProviderKind, fault: Fault): Refusal => new Refusal(codes[kind][fault])
