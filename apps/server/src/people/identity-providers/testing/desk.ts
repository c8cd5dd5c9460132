/** What the sides of the identity provider share: the user, the grants and the page in between. */
/** The user in front of the provider's page. */
export type Person = Readonly<{
  subject: string
  unionId?: string
  name?: string
  email?: string
  emailVerified?: boolean
}>
export type Ask = Readonly<{ url: URL; body: URLSearchParams; authorization: string }>
export type Answer = Readonly<{
  status?: number
  type?: string
  headers?: Readonly<Record<string, string>>
  body: string
}>
export type Side = Readonly<Record<string, (ask: Ask) => Answer | Promise<Answer>>>

/** The grant behind a code or an access token. */
export type Grant = Readonly<{ person: Person; redirectUri: string; challenge: string; nonce: string }>
export type Wrongs = Readonly<{
  /** Replaces claims of the ID token. */
  claims?: Readonly<Record<string, unknown>>
  /** Signs the ID token with an unpublished key. */
  foreignKey?: boolean
  /** Replaces an endpoint's reply, by path. */
  replies?: Readonly<Record<string, Answer>>
}>

/** What the sides share. */
export type Desk = Readonly<{
  url: () => string
  clientId: string
  clientSecret: string
  person: () => Person
  wrongs: () => Wrongs
  /** Creates a secret for a grant, and returns the grant of a secret: once for a code. */
  put: (grant: Grant) => string
  take: (code: string) => Grant | undefined
  find: (token: string) => Grant | undefined
}>

export const json = (value: unknown, status = 200, type = 'application/json'): Answer => ({
  status,
  type,
  body: JSON.stringify(value),
})

/** The provider's page: continue as the user, or cancel. */
export function consentPage(
  desk: Desk,
  redirectUri: string,
  options: Readonly<{ yes: Record<string, string>; no: Record<string, string> }>,
): Answer {
  const link = (query: Record<string, string>): string =>
    `${redirectUri}?${new URLSearchParams(query)}`.replaceAll('&', '&amp;').replaceAll('"', '%22')
  const { name, subject } = desk.person()
  const shown = (name ?? subject).replace(/[<>&]/g, '')
  return {
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><html lang="en"><title>Sundial</title><h1>Sundial</h1>
      <p><a href="${link(options.yes)}">Continue as ${shown}</a></p><p><a href="${link(options.no)}">Cancel</a></p></html>`,
  }
}
