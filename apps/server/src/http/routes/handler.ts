import type { CallArguments, CallName, CallReply, Calls, DeepReadonly } from '@heliograph/contract/calls.ts'
import type { CallingAgent } from '../../intake/agents/agents.ts'
import type { HomeAssistantUser } from '../../operator/home-assistant/home-assistant.ts'
import type { Client, Membership, OpenedSession, Session } from '../../people/accounts/accounts.ts'
import type { Saved } from '../../people/audit/audit.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Services } from './services.ts'

/** The context of every handler. Handlers know no HTTP: each HTTP effect they need has a name here. */
export type PublicContext = Readonly<{
  db: Db
  nowMs: number
  /** The public address for loggers. */
  loggerPort: number
  client: Client
  /** Where the visitor is, as domain/address.ts names places; undefined: a proxy that is not trusted hides it. */
  place: string | undefined
  /** ISO 3166 of the visitor, where a trusted proxy names it. */
  country: string | null
  /** The person of Home Assistant who came through its ingress, where this server is its add-on. */
  homeAssistantUser: HomeAssistantUser | undefined
  services: Services
  /** Aborted when the caller no longer waits. */
  left: () => AbortSignal
  /** The token of the request, valid or not. */
  token: string | undefined
  /** The host of the visitor's request, lower case, without port. */
  host: string
  /** The brand that is visited, for what is sent later: the host, or `key@host` with a clientStyle. */
  visit: string
  /** Whether the visited brand hides a feature. */
  hides: (feature: string) => Promise<boolean>
  /** Scheme, host and port of the visitor's page: a passkey must have been used for it. */
  origins: readonly string[]
  /** Puts a new session into the visitor's cookie. */
  keepSession: (opened: OpenedSession) => void
  /** Marks the visitor's browser, so that a sign-in from another one is noticed. */
  keepBrowser: (secret: string) => void
}>
export type UserContext = PublicContext &
  Readonly<{
    session: Session
    /** Undoes a save by its call, with the caller's rights there. @throws Refusal */
    undo: (entry: Readonly<{ call: string; saved: Saved }>) => Promise<void>
    /** Ends the session of this call and removes its cookie. */
    dropSession: () => Promise<void>
  }>
/** The agent that calls, by its own token. */
export type AgentContext = PublicContext & Readonly<{ agent: CallingAgent }>
/** The right of the call is checked: the membership is of its plant (or of the device's or logger's plant). */
export type MemberContext = UserContext & Readonly<{ membership: Membership }>

type ContextOf<Kind> = Kind extends 'public' | 'peer'
  ? PublicContext
  : Kind extends 'agent'
    ? AgentContext
    : Kind extends 'plant' | 'device' | 'logger' | 'owner'
      ? MemberContext
      : UserContext

export type Handler<N extends CallName> = (
  call: CallArguments<N> & Readonly<{ context: ContextOf<Calls[N]['right']['kind']> }>,
) => Promise<DeepReadonly<CallReply<N>>>

/** The live hub reads streams (`live-event.ts`), once for all viewers. */
export type PlainCallName = { [N in CallName]: Calls[N] extends { stream: true } ? never : N }[CallName]
/** A call without its handler does not compile. */
export type Handlers = Readonly<{ [N in PlainCallName]: Handler<N> }>
/** One family's part of the table. */
export type FamilyHandlers<Prefix extends string> = Readonly<{
  [N in PlainCallName as N extends `${string} /${Prefix}/${string}` ? N : never]: Handler<N>
}>

/** The reply of a call marked `blob`: a file, streamed; null: its size is known only at its end. */
export type FileReply = Readonly<{
  stream: NodeJS.ReadableStream
  name: string
  type: string
  sizeBytes: number | null
  /** It never changes, so that a browser may keep and show it. */
  isLasting?: true
  /** It may be kept for so long; asked for with its tag, it is not sent again. No search engine may list it. */
  kept?: Readonly<{ seconds: number; tag: string }>
}>
