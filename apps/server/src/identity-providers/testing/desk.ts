/** What the sides of the identity provider share: who asks, who answers, and the page in between. */
/** Who is in front of the provider's page. */
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

/** What a code or an access token stands for. */
export type Grant = Readonly<{ person: Person; redirectUri: string; challenge: string; nonce: string }>
export type Wrongs = Readonly<{
  /** In place of what the ID token would say. */
  claims?: Readonly<Record<string, unknown>>
  /** The ID token is signed by a key that is not published. */
  foreignKey?: boolean
  /** In place of an endpoint's answer, by path. */
  replies?: Readonly<Record<string, Answer>>
}>

/** What the sides share. */
export type Desk = Readonly<{
  url: () => string
  clientId: string
  clientSecret: string
  person: () => Person
  wrongs: () => Wrongs
  /** A secret for a grant, and the grant for a secret: once for a code. */
  put: (grant: Grant) => string
  take: (code: string) => Grant | undefined
  find: (token: string) => Grant | undefined
}>

export const json = (value: unknown, status = 200, type = 'application/json'): Answer => ({
  status,
  type,
  body: JSON.stringify(value),
})

/** The page of the provider: go on as who one is, or turn round. */
export function consentPage(
  desk: Desk,
  redirectUri: string,
  given: Readonly<{ yes: Record<string, string>; no: Record<string, string> }>,
): Answer {
  const link = (query: Record<string, string>): string =>
    `${redirectUri}?${new URLSearchParams(query)}`.replaceAll('&', '&amp;').replaceAll('"', '%22')
  const { name, subject } = desk.person()
  const shown = (name ?? subject).replace(/[<>&]/g, '')
  return {
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><html lang="en"><title>Sundial</title><h1>Sundial</h1>
      <p><a href="${link(given.yes)}">Continue as ${shown}</a></p><p><a href="${link(given.no)}">Cancel</a></p></html>`,
  }
}
