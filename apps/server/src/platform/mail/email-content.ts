import { getLanguage, isLanguage, type LanguageCode } from '@heliograph/domain/languages.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import type { KeyOf } from '@heliograph/i18n/keys.ts'
import { createTranslate } from '@heliograph/i18n/translate.ts'
import { nameBrowser } from './browser-name.ts'
import type { Email, EmailContent, EmailKind, Sms } from './mail-port.ts'
import { findMailTexts } from './mail-texts.ts'

type MailKey = KeyOf<'mail'>
type Fact = 'account' | 'contact' | 'at' | 'address' | 'browser'
type Template = Readonly<{ subject: MailKey; text: MailKey; button?: MailKey; note?: MailKey; facts?: readonly Fact[] }>

/** One row per kind of email. */
const templates: Readonly<Record<EmailKind, Template>> = {
  verificationCode: {
    subject: 'mail.verificationCode.subject',
    text: 'mail.verificationCode.text',
    note: 'mail.verificationCode.note',
  },
  accountExists: {
    subject: 'mail.accountExists.subject',
    text: 'mail.accountExists.text',
    button: 'mail.accountExists.button',
    note: 'mail.accountExists.note',
    facts: ['account'],
  },
  passwordChanged: {
    subject: 'mail.passwordChanged.subject',
    text: 'mail.passwordChanged.text',
    note: 'mail.notYou',
    facts: ['account', 'at', 'address'],
  },
  newBrowser: {
    subject: 'mail.newBrowser.subject',
    text: 'mail.newBrowser.text',
    button: 'mail.newBrowser.button',
    note: 'mail.newBrowser.note',
    facts: ['account', 'at', 'address', 'browser'],
  },
  contactChanged: {
    subject: 'mail.contactChanged.subject',
    text: 'mail.contactChanged.text',
    note: 'mail.notYou',
    facts: ['account', 'contact', 'at'],
  },
  secondFactorChanged: {
    subject: 'mail.secondFactorChanged.subject',
    text: 'mail.secondFactorChanged.text',
    note: 'mail.notYou',
    facts: ['account', 'at'],
  },
  organizationInvitation: {
    subject: 'mail.organizationInvitation.subject',
    text: 'mail.organizationInvitation.text',
    button: 'mail.invitation.button',
    note: 'mail.invitation.note',
  },
  plantInvitation: {
    subject: 'mail.plantInvitation.subject',
    text: 'mail.plantInvitation.text',
    button: 'mail.invitation.button',
    note: 'mail.invitation.note',
  },
  plantOffered: {
    subject: 'mail.plantOffered.subject',
    text: 'mail.plantOffered.text',
    button: 'mail.plantOffered.button',
    note: 'mail.plantOffered.note',
  },
  plantOfferAnswered: { subject: 'mail.plantOfferAnswered.subject', text: 'mail.plantOfferAnswered.text' },
  accountCancelled: {
    subject: 'mail.accountCancelled.subject',
    text: 'mail.accountCancelled.text',
    facts: ['account'],
  },
  accountMoved: {
    subject: 'mail.accountMoved.subject',
    text: 'mail.accountMoved.text',
    button: 'mail.accountMoved.button',
    facts: ['account'],
  },
  exportReady: {
    subject: 'mail.exportReady.subject',
    text: 'mail.exportReady.text',
    button: 'mail.exportReady.button',
    facts: ['account'],
  },
  reportOffered: {
    subject: 'mail.reportOffered.subject',
    text: 'mail.reportOffered.text',
    button: 'mail.reportOffered.button',
    note: 'mail.reportOffered.note',
  },
  plantExportReady: {
    subject: 'mail.plantExportReady.subject',
    text: 'mail.plantExportReady.text',
    button: 'mail.exportReady.button',
    facts: ['account'],
  },
  loggerDoubted: {
    subject: 'mail.loggerDoubted.subject',
    text: 'mail.loggerDoubted.text',
    button: 'mail.loggerDoubted.button',
    facts: ['account'],
  },
  loggerDispute: { subject: 'mail.loggerDispute.subject', text: 'mail.loggerDispute.text' },
}

const factLabels: Readonly<Record<Fact, MailKey>> = {
  account: 'mail.fact.account',
  contact: 'mail.fact.contact',
  at: 'mail.fact.at',
  address: 'mail.fact.address',
  browser: 'mail.fact.browser',
}

type Values = Email['values']

export function writeContent(email: Pick<Email, 'kind' | 'language' | 'values' | 'host'>, brand: string): EmailContent {
  const language = languageOf(email.language)
  const translate = createTranslate(language, findMailTexts(language))
  const template = templates[email.kind]
  const values = { ...toPlain(email.values, language), brand: toName(brand), host: email.host }
  const write = (key: MailKey) => translate(key, values)
  const { code, link } = values as Readonly<Record<string, string | number | undefined>>
  return {
    language,
    // A name may contain line breaks; a subject must not.
    subject: write(template.subject).replace(/\s+/g, ' ').slice(0, 200),
    hello: write('mail.hello'),
    text: write(template.text),
    code: email.kind === 'verificationCode' ? String(code ?? '') : undefined,
    facts: (template.facts ?? []).flatMap((fact) => {
      const value = (values as Values)[fact]
      return value === undefined || value === '' ? [] : [{ label: write(factLabels[fact]), value: String(value) }]
    }),
    button:
      template.button && typeof link === 'string' && isWebAddress(link)
        ? { label: write(template.button), link, hint: write('mail.link') }
        : undefined,
    note: template.note && write(template.note),
    footer: write('mail.footer'),
  }
}

export function writeSms({ kind, language, values }: Sms, brand: string): string {
  const code = languageOf(language)
  const plain = { ...toPlain(values, code), brand: toName(brand) }
  return createTranslate(code, findMailTexts(code))(`mail.sms.${kind}`, plain).replace(/\s+/g, ' ')
}

const languageOf = (code: string): LanguageCode => (isLanguage(code) ? code : 'en')

const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s"'<>\\]{1,1000}$/.test(text)

/** Values that people chose; `within` is a plant's name within a sentence. */
const chosenNames: ReadonlySet<string> = new Set(['inviter', 'organization', 'plant', 'within', 'schedule'])

/** Writes times in the language, keeps links, and makes text typed by people harmless. */
function toPlain(values: Values, language: LanguageCode): Values {
  const entries = Object.entries(values).map(([key, value]) => {
    if (key === 'at' && typeof value === 'number') return [key, writeTime(value, language)] as const
    if (typeof value === 'number') return [key, value] as const
    if (key === 'link') return [key, value] as const
    if (key === 'browser') return [key, nameBrowser(toLine(value))] as const
    return [key, chosenNames.has(key) ? toName(value) : toLine(value)] as const
  })
  return Object.fromEntries(entries)
}

const toLine = (text: string): string => cleanLine(text, 300)

/** A line with names chosen by people, of which mail programs make no link. Figures stay whole: 936.77. */
export const withoutLinks = (text: string): string =>
  toLine(text)
    .replace(/:\/\//g, ':')
    .replace(/[.@](?=\p{L})|(?<!\p{N})[.@](?=\p{N})/gu, (sign) => `${sign}\u200b`)

/** A name chosen by another person, shortened. */
export const toName = (text: string): string => withoutLinks(toLine(text).slice(0, 80))

function writeTime(atMs: number, language: LanguageCode): string {
  const { locale } = getLanguage(language)
  return `${new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(atMs)} UTC`
}
