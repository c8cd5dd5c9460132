import { readAgent } from '@heliograph/domain/user-agent.ts'

/** The common name, such as `Firefox, Windows`; the raw user agent for an unknown browser. */
export function nameBrowser(userAgent: string): string {
  const { browser, system } = readAgent(userAgent)
  const names = [browser, system].filter((name) => name !== undefined)
  return names.length > 0 ? names.join(', ') : userAgent.slice(0, 80)
}
