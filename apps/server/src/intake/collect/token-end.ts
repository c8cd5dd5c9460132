/** Beyond this an end is none that anybody needs to hear of. */
const LAST_S = 32_503_680_000

/**
 * The end that a token states, as tokens of Enphase and Home Assistant do (RFC 7519, section 4.1.4: `exp` in seconds); its
 * signature is its maker's business. @returns UTC ms; undefined for a text that states none
 */
export function findTokenEnd(token: unknown): number | undefined {
  const [, claims] = typeof token === 'string' ? (/^[\w-]+\.([\w-]{2,4000})\.[\w-]*$/.exec(token) ?? []) : []
  if (claims === undefined) return undefined
  try {
    const { exp } = (JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) ?? {}) as Readonly<{ exp?: unknown }>
    return typeof exp === 'number' && exp > 0 && exp < LAST_S ? Math.round(exp * 1000) : undefined
  } catch {
    return undefined
  }
}
