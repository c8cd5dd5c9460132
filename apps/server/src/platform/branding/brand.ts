import { OWN_SYSTEM, type SupportContact } from '@heliograph/domain/brand/brand-parts.ts'
import { type LegalTextType, legalTextTypes, shippedTexts } from '@heliograph/domain/brand/shipped-texts.ts'
import { chartColors, findHex } from '@heliograph/domain/color.ts'
import { findContact } from '@heliograph/domain/contact.ts'
import { languageCodes, offeredLanguages } from '@heliograph/domain/languages.ts'
import { cleanLine } from '@heliograph/domain/text.ts'

/** A brand text, with a type of the specification; an empty language serves all languages. */
export type BrandText = Readonly<{ type: string; language: string; text: string }>
/** `code` is #rrggbb, `alphaPercent` 0 to 100. */
export type BrandColor = Readonly<{ type: string; code: string; alphaPercent: number }>

/** The appearance of the product on a host. */
export type Brand = Readonly<{
  /** Names the brand on the wire; the product's own is HELIOGRAPH. */
  system: string
  /** "OK", or the page reports that the platform is suspended. */
  status: string
  languages: readonly string[]
  texts: readonly BrandText[]
  colors: readonly BrandColor[]
  apiKeys: readonly Readonly<{ type: string; key: string }>[]
  blockedFunctions: readonly string[]
  officialDomain: string
  squareLogo: string
  trackingCode: string
  topNavigationLogo: string
  support: SupportContact
}>

const color = (type: string, code: string): BrandColor => ({ type, code, alphaPercent: 100 })

/** The links of the terms and the privacy notice that come with the server. */
export const shippedLinks: readonly BrandText[] = legalTextTypes.map((type) =>
  toServerLink(type, shippedTexts[type].path),
)

/** Whether a text links terms or a privacy notice. */
export const isLegalText = ({ type }: BrandText): boolean => legalTextTypes.some((legalType) => legalType === type)

/** A link of the server, for every language. */
export function toServerLink(type: LegalTextType, text: string): BrandText {
  return { type, language: '', text }
}

/** Theme colors: specification, section 9. */
export const defaultBrand: Brand = {
  system: OWN_SYSTEM,
  status: 'OK',
  /** Only those with texts. */
  languages: languageCodes,
  texts: [
    { type: 'SHOW_NAME', language: '', text: 'Heliograph' },
    { type: 'APP_SHOW_NAME', language: '', text: 'Heliograph' },
    ...shippedLinks,
  ],
  colors: [
    color('primary', '#4c87ff'),
    color('success', '#52c41a'),
    color('warning', '#faad14'),
    color('error', '#f5222d'),
    color('fail', '#f5222d'),
    ...chartColors.map((code, index) => color(`chart-${index + 1}`, code)),
  ],
  apiKeys: [],
  blockedFunctions: [],
  officialDomain: '',
  squareLogo: '',
  trackingCode: '',
  topNavigationLogo: '',
  support: { link: '', mail: '', hours: '' },
}

/**
 * Merges a row over the default brand: lists of texts and colors entry by entry, other values whole. Rows are written
 * by hand, so invalid values are left out. Links may lead only to this server or to https, because they end up in the
 * page.
 * @param legalTexts terms and privacy of a brand that names none: a link of a type replaces all of that type, because
 * a reader must not get two different texts
 */
export function mergeBrand(data: unknown, legalTexts = shippedLinks): Brand {
  const options = toRecord(data)
  const text = (name: keyof Brand): string | undefined => toText(options[name])
  // The first is that of visitors whose language the brand does not have (domain/languages.ts).
  const languages = offeredLanguages(toList(options.languages).filter((item) => typeof item === 'string'))
  const texts = toList(options.texts).flatMap(toBrandText)
  const missing = legalTexts.filter(({ type }) => !texts.some((text) => text.type === type))
  return {
    system: text('system') ?? defaultBrand.system,
    status: text('status') ?? defaultBrand.status,
    languages,
    texts: replaceByKey(
      [...defaultBrand.texts.filter((text) => !isLegalText(text)), ...missing],
      texts,
      (item) => `${item.type} ${item.language}`,
    ),
    colors: replaceByKey(defaultBrand.colors, toList(options.colors).flatMap(toBrandColor), (item) => item.type),
    apiKeys: toList(options.apiKeys).flatMap((item) => {
      const { type, key } = toRecord(item)
      return typeof type === 'string' && typeof key === 'string' ? [{ type, key }] : []
    }),
    blockedFunctions: toList(options.blockedFunctions).flatMap((item) => toText(item) ?? []),
    officialDomain: text('officialDomain') ?? '',
    squareLogo: toLink(options.squareLogo) ?? '',
    trackingCode: text('trackingCode') ?? '',
    topNavigationLogo: toLink(options.topNavigationLogo) ?? '',
    support: toSupport(options.support),
  }
}

function toSupport(value: unknown): SupportContact {
  const { link, mail, hours } = toRecord(value)
  return {
    link: toLink(link) ?? '',
    mail: isEmail(mail) ? mail : '',
    hours: cleanLine(toText(hours) ?? '', LONGEST_HOURS),
  }
}
const LONGEST_HOURS = 120
const isEmail = (value: unknown): value is string =>
  typeof value === 'string' && value.length < 300 && findContact(value)?.kind === 'email'

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, 500) : [])
const toRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
const toText = (value: unknown): string | undefined => (typeof value === 'string' ? value.slice(0, 10_000) : undefined)
const toLink = (value: unknown): string | undefined =>
  typeof value === 'string' && /^(?:\/(?!\/)|https:\/\/)[^\s"'<>]{0,1000}$/.test(value) ? value : undefined

/** Texts of these types are URLs. */
const isLinkType = (type: string): boolean => /(?:LOGO|URL|IMG|LINK|_TC|QRCODE)$/.test(type)

function toBrandText(value: unknown): readonly BrandText[] {
  const { type, language = '', text } = toRecord(value)
  if (typeof type !== 'string' || typeof language !== 'string' || typeof text !== 'string') return []
  const shown = isLinkType(type) ? toLink(text) : toText(text)
  return shown === undefined ? [] : [{ type, language, text: shown }]
}

function toBrandColor(value: unknown): readonly BrandColor[] {
  const { type, code, alphaPercent = 100 } = toRecord(value)
  const hex = typeof code === 'string' ? findHex(code) : undefined
  if (typeof type !== 'string' || hex === undefined || typeof alphaPercent !== 'number') return []
  return [{ type, code: hex, alphaPercent: Math.min(100, Math.max(0, alphaPercent)) }]
}

function replaceByKey<T>(first: readonly T[], second: readonly T[], keyOf: (one: T) => string): readonly T[] {
  return [...new Map([...first, ...second].map((item) => [keyOf(item), item])).values()]
}
