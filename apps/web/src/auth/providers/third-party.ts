import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { call } from '../../api/call.ts'

/** What a browser tab keeps of a sign-in at a provider; another tab, or a page of somebody else, has none of it. */
const FLOW = 'heliograph.thirdParty.flow'
const TICKET = 'heliograph.thirdParty.ticket'
/** As long as the server takes a ticket. */
const TICKET_MS = 15 * MINUTE_MS

export type Flow = Readonly<{
  state: string
  purpose: 'signIn' | 'bind'
  /** How the page calls the provider. */
  name: string
  keep: boolean
  /** Where to go afterwards. */
  back: string
}>

/** An account at a provider that nobody here has yet. */
export type Ticket = Readonly<{
  ticket: string
  provider: string
  name: string
  label: string
  email: string | null
  keep: boolean
  back: string
  untilMs: number
  /** The visitor chose to sign in and have it bound. */
  isWanted: boolean
}>

type Provider = Readonly<{ id: string; name: string }>

/** Leaves for the provider. @throws CallFailure */
export async function leaveToSignIn(
  provider: Provider,
  { keep, back }: Readonly<{ keep: boolean; back: string }>,
): Promise<void> {
  const { url, state } = await call('POST /oauth2-s/third-party/start', { body: { provider: provider.id, keep } })
  put(FLOW, { state, purpose: 'signIn', name: provider.name, keep, back })
  window.location.assign(url)
}

/** Leaves for the provider, to come back with an account to bind. @throws CallFailure */
export async function leaveToBind(provider: Provider, back: string): Promise<void> {
  const { url, state } = await call('POST /user-s/acc/binding/start', { body: { provider: provider.id } })
  put(FLOW, { state, purpose: 'bind', name: provider.name, keep: false, back })
  window.location.assign(url)
}

/**
 * What this tab began and the provider now answers. Somebody else's answer, sent here as a link, fits nothing: nobody is
 * signed in to a stranger's account that way.
 */
export function takeFlow(state: string): Flow | undefined {
  const flow = read<Flow>(FLOW)
  if (flow === undefined || state === '' || flow.state !== state) return undefined
  sessionStorage.removeItem(FLOW)
  return flow
}

export const keepTicket = (ticket: Omit<Ticket, 'untilMs' | 'isWanted'>, nowMs: number): void =>
  put(TICKET, { ...ticket, untilMs: nowMs + TICKET_MS, isWanted: false })

export function findTicket(nowMs: number): Ticket | undefined {
  const ticket = read<Ticket>(TICKET)
  return ticket !== undefined && nowMs < ticket.untilMs ? ticket : undefined
}

export function wantTicket(ticket: Ticket): void {
  put(TICKET, { ...ticket, isWanted: true })
}

export const forgetTicket = (): void => sessionStorage.removeItem(TICKET)

/** The account that the next sign-in will be bound to, for the sign-in page to say so. */
export function pendingTicket(nowMs = Date.now()): Ticket | undefined {
  const ticket = findTicket(nowMs)
  return ticket?.isWanted ? ticket : undefined
}

export type BoundTicket = Readonly<{ bound: true; name: string } | { bound: false; name: string; failure: unknown }>

/** After a sign-in: binds what was waiting for it. undefined: nothing was. A failure is told, not thrown. */
export async function bindPendingTicket(): Promise<BoundTicket | undefined> {
  const pending = pendingTicket()
  forgetTicket()
  if (pending === undefined) return undefined
  try {
    await call('POST /user-s/acc/binding', { body: { ticket: pending.ticket } })
    return { bound: true, name: pending.name }
  } catch (failure) {
    return { bound: false, name: pending.name, failure }
  }
}

const put = (key: string, value: unknown): void => sessionStorage.setItem(key, JSON.stringify(value))

function read<T extends object>(key: string): T | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return typeof stored === 'object' && stored !== null ? (stored as T) : undefined
  } catch {
    return undefined
  }
}
