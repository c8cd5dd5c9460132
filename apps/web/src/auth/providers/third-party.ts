import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { call } from '../../api/call.ts'

/** The state of a provider sign-in, kept in this browser tab: no other tab or site has it. */
const FLOW = 'heliograph.thirdParty.flow'
const TICKET = 'heliograph.thirdParty.ticket'
/** The lifetime of a ticket on the server. */
const TICKET_MS = 15 * MINUTE_MS

export type Flow = Readonly<{
  state: string
  purpose: 'signIn' | 'bind'
  /** The page's name for the provider. */
  name: string
  keep: boolean
  /** The target after the sign-in. */
  back: string
}>

/** A provider account that is unknown here. */
export type Ticket = Readonly<{
  ticket: string
  provider: string
  name: string
  label: string
  email: string | null
  keep: boolean
  back: string
  untilMs: number
  /** The visitor chose to sign in and link it. */
  isWanted: boolean
}>

type Provider = Readonly<{ id: string; name: string }>

/** Opens the provider. @throws CallFailure */
export async function openProviderToSignIn(
  provider: Provider,
  { keep, back }: Readonly<{ keep: boolean; back: string }>,
): Promise<void> {
  const { url, state } = await call('POST /oauth2-s/third-party/start', { body: { provider: provider.id, keep } })
  put(FLOW, { state, purpose: 'signIn', name: provider.name, keep, back })
  window.location.assign(url)
}

/** Opens the provider, to return with an account to link. @throws CallFailure */
export async function openProviderToLink(provider: Provider, back: string): Promise<void> {
  const { url, state } = await call('POST /user-s/acc/binding/start', { body: { provider: provider.id } })
  put(FLOW, { state, purpose: 'bind', name: provider.name, keep: false, back })
  window.location.assign(url)
}

/**
 * The sign-in that this tab started and the provider's reply. A reply sent here as another person's link matches
 * nothing, so it cannot sign anyone in to a stranger's account.
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

export function requestLink(ticket: Ticket): void {
  put(TICKET, { ...ticket, isWanted: true })
}

export const forgetTicket = (): void => sessionStorage.removeItem(TICKET)

/** The account that the next sign-in will link, for the sign-in page to mention. */
export function pendingTicket(nowMs = Date.now()): Ticket | undefined {
  const ticket = findTicket(nowMs)
  return ticket?.isWanted ? ticket : undefined
}

export type BoundTicket = Readonly<{ bound: true; name: string } | { bound: false; name: string; failure: unknown }>

/** After a sign-in: links the waiting account. undefined: none was waiting. A failure is returned, not thrown. */
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
