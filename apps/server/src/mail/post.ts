import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** What the product writes to people; each has a template in every language (i18n `mail.json`). */
export type LetterKind =
  | 'verificationCode'
  | 'accountExists'
  | 'passwordChanged'
  | 'newBrowser'
  | 'contactChanged'
  | 'secondFactorChanged'
  | 'organisationInvitation'
  | 'plantInvitation'
  | 'accountCancelled'
  | 'accountMoved'
  | 'exportReady'

export type Letter = Readonly<{
  to: string
  language: string
  kind: LetterKind
  /** Filled into the template and escaped there; `link` becomes its button. */
  values: Readonly<Record<string, string | number>>
  /** The host whose brand the letter carries. */
  host: string
}>
export type ShortMessage = Readonly<{
  /** E.164. */
  to: string
  language: string
  kind: 'verificationCode' | 'accountExists'
  values: Readonly<Record<string, string | number>>
  host: string
}>

/** Takes letters and short messages for sending; they are durable once taken, and go with the transaction they are taken in. */
export type Post = Readonly<{
  mail: (letter: Letter, within?: Kysely<Tables>) => Promise<void>
  sms: (message: ShortMessage, within?: Kysely<Tables>) => Promise<void>
  /** The work of taking a letter, for none: so that the time of a reply does not tell that there is nobody to write to. */
  pretend: (within?: Kysely<Tables>) => Promise<void>
  /** Whether a provider for SMS is configured. */
  hasSms: boolean
}>
