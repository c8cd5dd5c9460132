import type { LanguageCode } from '@heliograph/domain/languages.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Every email the product sends. Each kind has a template in every language (i18n `mail.json`). */
export type EmailKind =
  | 'verificationCode'
  | 'accountExists'
  | 'passwordChanged'
  | 'newBrowser'
  | 'contactChanged'
  | 'secondFactorChanged'
  | 'organizationInvitation'
  | 'plantInvitation'
  | 'plantOffered'
  | 'plantOfferAnswered'
  | 'accountCancelled'
  | 'accountMoved'
  | 'exportReady'
  | 'plantExportReady'
  | 'reportOffered'
  | 'loggerDoubted'
  | 'loggerDispute'

export type Email = Readonly<{
  to: string
  language: string
  kind: EmailKind
  /** Values for the template, which escapes them; `link` becomes its button. */
  values: Readonly<Record<string, string | number>>
  /** Where its brand was visited: a host, or `key@host`; what its reader used last, where that has none. */
  host: string
}>
export type Sms = Readonly<{
  /** E.164. */
  to: string
  language: string
  kind: 'verificationCode' | 'accountExists'
  values: Readonly<Record<string, string | number>>
  host: string
}>

/** An email in the reader's language: plain texts, not escaped yet. */
export type EmailContent = Readonly<{
  language: LanguageCode
  subject: string
  hello: string
  text: string
  /** The verification code, shown large and easy to copy. */
  code: string | undefined
  facts: readonly Readonly<{ label: string; value: string }>[]
  /** The facts are short values, to be compared. */
  areFigures?: boolean
  button: Readonly<{ label: string; link: string; hint: string }> | undefined
  note: string | undefined
  footer: string
  /** Ends emails of this kind. */
  unsubscribe?: Readonly<{ label: string; link: string }>
  /** Shown below the text; it comes with the email. */
  picture?: Readonly<{ png: Buffer; alt: string }>
}>

/** An email whose words another room wrote: plain texts, not escaped yet. */
export type WrittenEmail = Readonly<{
  /** The same for every try: a recipient's server knows a repetition by it. */
  id: string
  to: string
  host: string
  content: EmailContent
  headers: Readonly<Record<string, string>>
  attachments?: readonly Readonly<{ name: string; type: string; bytes: Buffer }>[]
}>

/** Queues emails and SMS. A queued message is durable and commits with the transaction it is queued in. */
export type Mail = Readonly<{
  sendEmail: (email: Email, within?: Kysely<Tables>) => Promise<void>
  sendSms: (sms: Sms, within?: Kysely<Tables>) => Promise<void>
  /** Does the work of queueing without a message, so that the response time does not reveal whether an account exists. */
  pretend: (within?: Kysely<Tables>) => Promise<void>
  /**
   * Sends an email that its caller keeps a record of, at once. refused: the address never accepts mail.
   * @throws Error worth a retry
   */
  sendWritten: (email: WrittenEmail) => Promise<'sent' | 'refused'>
  /** Sends a text at once. @throws Error worth a retry */
  sendText: (to: string, text: string) => Promise<'sent' | 'refused'>
  /** The name of the brand that a person reads, and where it is visited. */
  findBrand: (host: string, language: string, userId: number) => Promise<Readonly<{ name: string; host: string }>>
  /** Whether an SMS provider is configured. */
  hasSms: boolean
  /** Whether a mail server is configured; else emails are written to a folder. */
  hasMailServer: boolean
}>
