import { cleanLine } from '@heliograph/domain/text.ts'
/** An account at a provider. */
export type ProviderAccount = Readonly<{
  /** The provider's permanent names of the account, best first: an account linked under a later one is found too. */
  subjects: readonly [string, ...string[]]
  /** A label that people recognize. */
  label: string
  /** Present only when the provider has verified it. */
  email: string | null
}>

/** The secrets of a sign-in in progress, known to this server only. */
export type FlowSecrets = Readonly<{ verifier: string; nonce: string }>

/** Runs one step of the exchange with a provider; a failure is logged and reported under that step. */
export type Step = <T>(step: 'token' | 'user', work: () => Promise<T>) => Promise<T>

/** The protocol of one kind of provider. */
export type Connector = Readonly<{
  /** @returns the URL for the browser, and the secrets to keep until it returns */
  begin: (
    options: Readonly<{ redirectUri: string; state: string; nowMs: number }>,
  ) => Promise<Readonly<{ url: string; secrets: FlowSecrets }>>
  finish: (
    input: Readonly<{
      redirectUri: string
      state: string
      code: string
      iss: string | undefined
      secrets: FlowSecrets
      nowMs: number
    }>,
    step: Step,
  ) => Promise<ProviderAccount>
}>

/** One line without invisible characters, short enough to display. */
export const toLabel = (...candidates: readonly (string | null | undefined)[]): string =>
  candidates.map((text) => cleanLine(text ?? '', 100)).find((text) => text !== '') ?? ''
