import type { Branding } from '@heliograph/contract/backyard-api-s/oem.ts'
import type { MapKind } from '@heliograph/domain/brand/map-origins.ts'
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import { atBase } from './base-path.ts'

export const DEFAULT_NAME = 'Heliograph'
export const DEFAULT_ICON = atBase('/favicon.svg')
const OWN_SYSTEMS = ['', 'heliograph']

/** `name`: primary, ok, warn, fault, chart-1 to chart-12, or a surface. `code` may be anything: brand/colors.ts judges it. */
export type BrandColor = Readonly<{ name: string; code: string; alpha: number }>

/** The wire's colors with other names here. */
const colorNames: Readonly<Record<string, string>> = {
  success: 'ok',
  warning: 'warn',
  error: 'fault',
  leftMenuBg: 'left-menu-bg',
  leftMenuColorActive: 'left-menu-active',
  leftMenuColor: 'left-menu-text',
  leftMenuStationBg: 'left-menu-card',
  leftMenuStationNameColor: 'left-menu-card-name',
  leftMenuStationTipColor: 'left-menu-card-tip',
  createStationBtn: 'create-button',
  createStationColor: 'create-text',
  switchStationColor: 'switch-text',
  topNaviBg: 'top-bg',
  topNaviColor: 'top-text',
  topNaviColorActive: 'top-active',
  topNaviColorInactive: 'top-inactive',
  topNaviMenuCheckedBg: 'top-checked',
}

/** The visited host's brand, made safe to use. */
export type Brand = Readonly<{
  /** Another brand than the product's own. */
  isOem: boolean
  system: string
  isSuspended: boolean
  /** The brand runs several data centers, so a visitor chooses a region (multi data center flag). */
  hasCenters: boolean
  languages: readonly string[]
  colors: readonly BrandColor[]
  icon: string
  /** The host of the brand's own website; '' without one. */
  officialDomain: string
  /** Foreign maps that may be used, best first; an empty key: the server fetches the script. */
  maps: readonly Readonly<{ kind: MapKind; key: string }>[]
  /** Of the header; undefined: as elsewhere. */
  topLogo: string | undefined
  /** A script that loads once the visitor agreed; '' without one. */
  trackingCode: string
  blocked: ReadonlySet<string>
  /** Where people get help; undefined: none is named. */
  support: Readonly<{ link: string | undefined; mail: string | undefined; hours: string }>
  /** A text of the brand in a language, '' when it has none. */
  text: (type: string, language: LanguageCode) => string
  /** A link or picture of the brand; undefined when there is none or it is no web address. */
  link: (type: string, language: LanguageCode) => string | undefined
}>

/** Only addresses of the web and of this host: a brand's text is no script. */
export function safeLink(text: string): string | undefined {
  if (/^\/[^/\\]/.test(text)) return atBase(text)
  if (!URL.canParse(text)) return undefined
  return ['http:', 'https:', 'mailto:'].includes(new URL(text).protocol) ? text : undefined
}

export const defaultBrand: Brand = toBrand({
  system: '',
  status: 'OK',
  supportLanList: [],
  textList: [],
  colorList: [],
  apiKeyDtoList: [],
  blockFunctionCodeList: [],
  officalDomain: '',
  squareLogoLink: '',
  trackingCode: '',
  extendWeb: '',
})

export const toColorName = (type: string): string =>
  Object.hasOwn(colorNames, type) ? (colorNames[type] ?? type) : type

export function toBrand(branding: Branding): Brand {
  const text: Brand['text'] = (type, language) => {
    const rows = branding.textList.filter((row) => row.type === type && row.textInfo !== '')
    const fits = (lan: string): string | undefined => rows.find((row) => row.lan === lan)?.textInfo
    return fits(language) ?? fits('') ?? fits('en') ?? rows[0]?.textInfo ?? ''
  }
  const icon = safeLink(branding.squareLogoLink)
  return {
    isOem: !OWN_SYSTEMS.includes(branding.system.toLowerCase()),
    system: branding.system,
    isSuspended: branding.status !== 'OK',
    hasCenters: branding.textList.some((row) => row.type === 'DATA_CENTER_VISIT_DOMAIN_2' && row.textInfo !== ''),
    languages: branding.supportLanList,
    colors: branding.colorList.map(({ type, colorCode, alpha }) => ({
      name: toColorName(type),
      code: colorCode,
      alpha,
    })),
    officialDomain: branding.officalDomain,
    maps: branding.apiKeyDtoList.flatMap(({ type, apiKey }) =>
      type === 'amap' || type === 'googleMap' ? [{ kind: type, key: apiKey }] : [],
    ),
    icon: icon && !icon.startsWith('mailto:') ? icon : DEFAULT_ICON,
    blocked: new Set(branding.blockFunctionCodeList),
    ...readExtension(branding.extendWeb),
    trackingCode: branding.trackingCode,
    text,
    link: (type, language) => safeLink(text(type, language)),
  }
}

function readExtension(extendWeb: string): Pick<Brand, 'support' | 'topLogo'> {
  let found: unknown
  try {
    found = JSON.parse(extendWeb || '{}')
  } catch {
    // A brand without help is no reason to show none of its other parts.
  }
  const { support, topNaviLogo } = (found ?? {}) as {
    support?: Readonly<Record<string, unknown>>
    topNaviLogo?: unknown
  }
  const word = (name: string): string => (typeof support?.[name] === 'string' ? support[name] : '')
  const mail = word('mail')
  return {
    support: { link: safeLink(word('link')), mail: mail === '' ? undefined : mail, hours: word('hours') },
    topLogo: typeof topNaviLogo === 'string' ? safeLink(topNaviLogo) : undefined,
  }
}

export const brandName = (brand: Brand, language: LanguageCode): string =>
  brand.text('SHOW_NAME', language) || DEFAULT_NAME

/** The product's own name and sign may be shown: neither in another brand nor under another name. */
export const isOwnLook = (brand: Brand, language: LanguageCode): boolean =>
  !brand.isOem && brandName(brand, language) === DEFAULT_NAME
