import type { Candidate } from '@heliograph/collect/way.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { isSealedText, openText, sealText } from '../../platform/secret-key/secret-key.ts'

const PURPOSE = 'found device'
/** A person looks at what was found and decides. */
const VALID_MS = 30 * MINUTE_MS

/** A device that this server or an agent of the plant found itself: only such are added. */
export type Offer = Readonly<{
  plantId: number
  /** The agent that found it and reads it; missing: this server. */
  agentId?: number | undefined
  way: string
  host: string
  port: number
  settings: unknown
  candidate: Candidate
}>

/** Carries an offer through the browser: no one else can read or make one, and no node need remember it. */
export const sealOffer = (offer: Offer, nowMs: number): string =>
  sealText(JSON.stringify({ ...offer, untilMs: nowMs + VALID_MS }), PURPOSE)

/** Undefined for anything else, of another plant, or too old. */
export function openOffer(text: string, plantId: number, nowMs: number): Offer | undefined {
  try {
    if (!isSealedText(text)) return undefined
    const { untilMs, ...offer } = JSON.parse(openText(text, PURPOSE)) as Offer & { untilMs: number }
    return offer.plantId === plantId && untilMs >= nowMs ? offer : undefined
  } catch {
    return undefined
  }
}

const SECRETS_PURPOSE = 'secrets of a device'
/** Tokens and passwords of a target, for the database. */
export const sealSecrets = (secrets: unknown): string => sealText(JSON.stringify(secrets), SECRETS_PURPOSE)
export const openSecrets = (sealed: string | null): object =>
  sealed === null ? {} : (JSON.parse(openText(sealed, SECRETS_PURPOSE)) as object)
