import type { CallArguments, CallName, CallReply, Calls } from '@heliograph/contract/calls.ts'
import type { Client, Membership, OpenedSession, Session } from '../accounts/accounts.ts'
import type { Db } from '../db/database.ts'
import type { Services } from './services.ts'

/** What every handler is given. Handlers know no HTTP: what they want of it has a name here. */
export type PublicContext = Readonly<{
  db: Db
  nowMs: number
  /** Where loggers reach this server, as seen from outside. */
  loggerPort: number
  client: Client
  services: Services
  /** The token that came along, whatever it is worth. */
  token: string | undefined
  /** The host that the visitor typed, lower case, without port. */
  host: string
  /** Scheme, host and port of the visitor's page: what a passkey must have been used for. */
  origins: readonly string[]
  /** Puts a new session into the visitor's cookie. */
  keepSession: (opened: OpenedSession) => void
  /** Marks the visitor's browser, so that a sign-in from another one is noticed. */
  keepBrowser: (secret: string) => void
}>
export type UserContext = PublicContext &
  Readonly<{
    session: Session
    /** Ends the session that made this call and takes its cookie away. */
    dropSession: () => Promise<void>
  }>
/** The right that the call declares was found: the membership is of the plant (or of the device's plant) it is about. */
export type MemberContext = UserContext & Readonly<{ membership: Membership }>

type ContextOf<Kind> = Kind extends 'public' | 'peer'
  ? PublicContext
  : Kind extends 'plant' | 'device' | 'owner'
    ? MemberContext
    : UserContext

export type Handler<N extends CallName> = (
  call: CallArguments<N> & Readonly<{ context: ContextOf<Calls[N]['right']['kind']> }>,
) => Promise<CallReply<N>>

/** Streams are read through the live hub (`live-event.ts`), once for all who look. */
export type PlainCallName = { [N in CallName]: Calls[N] extends { stream: true } ? never : N }[CallName]
/** A call without its handler does not compile. */
export type Handlers = Readonly<{ [N in PlainCallName]: Handler<N> }>
/** The part of the table that one family answers for. */
export type FamilyHandlers<Prefix extends string> = Readonly<{
  [N in PlainCallName as N extends `${string} /${Prefix}/${string}` ? N : never]: Handler<N>
}>

/** What a call marked `blob` answers: a file, streamed. */
export type FileReply = Readonly<{ stream: NodeJS.ReadableStream; name: string; type: string; sizeBytes: number }>
