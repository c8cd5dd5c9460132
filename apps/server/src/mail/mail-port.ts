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
  | 'organisationInvitation'
  | 'plantInvitation'
  | 'plantOffered'
  | 'plantOfferAnswered'
  | 'accountCancelled'
  | 'accountMoved'
  | 'exportReady'
  | 'plantExportReady'
  | 'plantExportScheduled'
  | 'loggerDoubted'
  | 'loggerDispute'

export type Email = Readonly<{
  to: string
  language: string
  kind: EmailKind
  /** Values for the template, which escapes them; `link` becomes its button. */
  values: Readonly<Record<string, string | number>>
  /** The host whose brand the email carries. */
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

/** Queues emails and SMS. A queued message is durable and commits with the transaction it is queued in. */
export type Mail = Readonly<{
  sendEmail: (email: Email, within?: Kysely<Tables>) => Promise<void>
  sendSms: (sms: Sms, within?: Kysely<Tables>) => Promise<void>
  /** Does the work of queueing without a message, so that the response time does not reveal whether an account exists. */
  pretend: (within?: Kysely<Tables>) => Promise<void>
  /** Whether an SMS provider is configured. */
  hasSms: boolean
  /** Whether a mail server is configured; else emails are written to a folder. */
  hasMailServer: boolean
}>
