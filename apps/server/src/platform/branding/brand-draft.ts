import {
  type BrandDraft,
  type BrandTextKind,
  brandColorTypes,
  brandTextKinds,
  hideableCodes,
  isBrandTextType,
  PICTURE_PATH,
} from '@heliograph/domain/brand/brand-parts.ts'
import { readTrackingCode } from '@heliograph/domain/brand/tracking-code.ts'
import { findHex } from '@heliograph/domain/color.ts'
import { findContact } from '@heliograph/domain/contact.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { cleanLine, cleanText } from '@heliograph/domain/text.ts'

const emptyDraft: BrandDraft = {
  languages: [],
  texts: [],
  colors: [],
  apiKeys: [],
  blockedFunctions: [],
  officialDomain: '',
  squareLogo: '',
  topNavigationLogo: '',
  trackingCode: '',
  support: { link: '', mail: '', hours: '' },
}

/** A saved version; what an older one did not know is empty. */
export const readDraft = (data: unknown): BrandDraft => ({ ...emptyDraft, ...(data as Partial<BrandDraft>) })

const picture = new RegExp(`^${PICTURE_PATH}[0-9a-f]{32}\\.(?:png|webp)$`)
const link = /^(?:https:\/\/|\/(?!\/))[^\s"'<>\\]{1,1000}$/
const address = /^(?:https:\/\/)?[a-z0-9.-]{3,253}(?::\d{1,5})?\/?$/i
const LONGEST_LINE = 200
const LONGEST_DESCRIPTION = 2_000

/** Texts in their stored form; undefined: they are not what their type holds. */
const textForms: Readonly<Record<BrandTextKind, (text: string) => string | undefined>> = {
  picture: (text) => (picture.test(text) ? text : undefined),
  link: (text) => (link.test(text) && (text.startsWith('/') || URL.canParse(text)) ? text : undefined),
  address: (text) => (address.test(text) ? text : undefined),
  text: (text) => cleanLine(text, LONGEST_LINE) || undefined,
}

/**
 * A draft as it is stored. Unlike in rows by hand (brand.ts), a part that does not fit is refused: its editor can
 * correct it.
 * @throws Refusal PARAM_ERROR naming the part
 */
export function checkDraft(
  draft: BrandDraft,
  options: Readonly<{ isOfServer: boolean; trackingOrigins: readonly string[] }>,
): BrandDraft {
  const { support } = draft
  const mail = support.mail === '' ? '' : findContact(support.mail)
  if (mail !== '' && mail?.kind !== 'email') throw new Refusal('EMAIL_FORMAT', { field: 'support.mail' })
  return {
    languages: [...new Set(draft.languages)],
    texts: onlyOnce(draft.texts.flatMap(checkText), ({ type, language }) => `${type} ${language}`, 'texts'),
    colors: onlyOnce(draft.colors.map(checkColor), ({ type }) => type, 'colors'),
    apiKeys: onlyOnce(draft.apiKeys, ({ type }) => type, 'apiKeys'),
    blockedFunctions: [...new Set(draft.blockedFunctions)],
    officialDomain: optional(draft.officialDomain.trim(), textForms.address, 'officialDomain'),
    squareLogo: optional(draft.squareLogo, textForms.picture, 'squareLogo'),
    topNavigationLogo: optional(draft.topNavigationLogo, textForms.picture, 'topNavigationLogo'),
    trackingCode: checkTracking(draft.trackingCode, options),
    support: {
      link: optional(support.link.trim(), textForms.link, 'support.link'),
      mail: mail === '' ? '' : mail.value,
      hours: cleanLine(support.hours, 120),
    },
  }
}

function checkText({ type, language, text }: BrandDraft['texts'][number]): BrandDraft['texts'] {
  if (text.trim() === '') return []
  if (!isBrandTextType(type)) throw new Refusal('PARAM_ERROR', { field: 'texts' })
  const stored =
    type === 'APP_STORE_DESCRIPTION'
      ? cleanText(text, LONGEST_DESCRIPTION)
      : textForms[brandTextKinds[type]](text.trim())
  if (stored === undefined) throw new Refusal('PARAM_ERROR', { field: `texts.${type}` })
  return [{ type, language, text: stored }]
}

function checkColor({ type, code, alphaPercent }: BrandDraft['colors'][number]): BrandDraft['colors'][number] {
  const hex = findHex(code)
  if (hex === undefined || !brandColorTypes.some((brandColorType) => brandColorType === type))
    throw new Refusal('PARAM_ERROR', { field: `colors.${type}` })
  return { type, code: hex, alphaPercent }
}

function optional(text: string, form: (text: string) => string | undefined, field: string): string {
  if (text === '') return ''
  const stored = form(text)
  if (stored === undefined) throw new Refusal('PARAM_ERROR', { field: `${field}` })
  return stored
}

/** Scripts come from the origins that the operator lists, and only in the server's own brands. */
function checkTracking(
  code: string,
  { isOfServer, trackingOrigins }: Readonly<{ isOfServer: boolean; trackingOrigins: readonly string[] }>,
): string {
  if (code.trim() === '') return ''
  const script = readTrackingCode(code)
  const isListed = script !== undefined && trackingOrigins.includes(new URL(script.source).origin)
  if (!isOfServer || !isListed) throw new Refusal('PARAM_ERROR', { field: 'trackingCode' })
  return code.trim()
}

function onlyOnce<T>(rows: readonly T[], keyOf: (row: T) => string, field: string): readonly T[] {
  if (new Set(rows.map(keyOf)).size < rows.length) throw new Refusal('PARAM_ERROR', { field: `${field}` })
  return rows
}

/** Whether a brand can switch it off. */
export const isBlockable = (code: string): boolean => hideableCodes.some((hideableCode) => hideableCode === code)
