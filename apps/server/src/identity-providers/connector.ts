/** An account at a provider. */
export type ProviderAccount = Readonly<{
  /** What the provider calls it for good, the best name first: an account that was bound by a later one is found too. */
  subjects: readonly [string, ...string[]]
  /** For people to recognise it. */
  label: string
  /** Only when the provider says that it was verified. */
  email: string | null
}>

/** What only this server knows of a sign-in that is under way. */
export type FlowSecrets = Readonly<{ verifier: string; nonce: string }>

/** Runs a step of a conversation with a provider; its failure is logged and told as that step's. */
export type Step = <T>(step: 'token' | 'user', work: () => Promise<T>) => Promise<T>

/** How one kind of provider is spoken to. */
export type Connector = Readonly<{
  /** @returns the address to which the browser goes, and what to keep until it returns */
  begin: (
    given: Readonly<{ redirectUri: string; state: string; nowMs: number }>,
  ) => Promise<Readonly<{ url: string; secrets: FlowSecrets }>>
  finish: (
    given: Readonly<{
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

/** One line without invisible characters, short enough to show. */
export const toLabel = (...candidates: readonly (string | null | undefined)[]): string =>
  candidates
    .map((text) => (text ?? '').normalize('NFC').replace(/\p{C}/gu, '').trim().slice(0, 100))
    .find((text) => text !== '') ?? ''
