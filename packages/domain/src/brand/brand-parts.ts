/** Parts of a brand (specification, section 3, branding response). */
import type { LanguageCode } from '../languages.ts'
import { type FunctionCode, functionCodes } from '../permissions.ts'

/** picture: uploaded here. link: a page of the web. text: a line. address: where another data center is reached. */
export type BrandTextKind = 'picture' | 'link' | 'text' | 'address'

/** The 19 text types of the specification, each with what it holds. */
export const brandTextKinds = {
  SHOW_NAME: 'text',
  APP_SHOW_NAME: 'text',
  RECT_LOGO: 'picture',
  INVERT_RECT_LOGO: 'picture',
  LOGIN_BK_IMG: 'picture',
  APP_DOWNLOAD_LOGO: 'picture',
  APP_DOWNLOAD_QRCODE: 'picture',
  APP_STORE_DESCRIPTION: 'text',
  IOS_DOWNLOAD_LINK: 'link',
  ANDROID_DOWNLOAD_LINK: 'link',
  SERVICE_TC: 'link',
  PRIVATE_TC: 'link',
  MANNUAL_URL: 'link',
  ICP_BEIAN_NAME: 'text',
  ICP_BEIAN_URL: 'link',
  GONGAN_BEIAN_NAME: 'text',
  GONGAN_BEIAN_URL: 'link',
  DATA_CENTER_CURRENT: 'text',
  DATA_CENTER_VISIT_DOMAIN_2: 'address',
} as const satisfies Readonly<Record<string, BrandTextKind>>

export type BrandTextType = keyof typeof brandTextKinds
export const brandTextTypes = Object.keys(brandTextKinds) as readonly BrandTextType[]
/** Whether a text names a text type. */
export const isBrandTextType = (type: string): type is BrandTextType => Object.hasOwn(brandTextKinds, type)

/** The color types of the specification, charts last. */
export const brandColorTypes = [
  'primary',
  'warning',
  'error',
  'success',
  'fail',
  'leftMenuBg',
  'leftMenuColorActive',
  'leftMenuColor',
  'leftMenuStationBg',
  'leftMenuStationNameColor',
  'leftMenuStationTipColor',
  'createStationBtn',
  'createStationColor',
  'switchStationColor',
  'topNaviBg',
  'topNaviColorActive',
  'topNaviColorInactive',
  'topNaviColor',
  'topNaviMenuCheckedBg',
  'chart-1',
  'chart-2',
  'chart-3',
  'chart-4',
  'chart-5',
  'chart-6',
  'chart-7',
  'chart-8',
  'chart-9',
  'chart-10',
  'chart-11',
  'chart-12',
] as const
export type BrandColorType = (typeof brandColorTypes)[number]

/** The maps whose keys a brand may hold. */
export const mapKeyTypes = ['amap', 'googleMap'] as const

/** Where people get help; '' where the operator has named nothing. `link` is a web page or a chat. */
export type SupportContact = Readonly<{ link: string; mail: string; hours: string }>

/** Content of a version of a brand; an empty part is as for every host. */
export type BrandDraft = Readonly<{
  languages: readonly LanguageCode[]
  /** An empty language serves all languages. */
  texts: readonly Readonly<{ type: BrandTextType; language: LanguageCode | ''; text: string }>[]
  colors: readonly Readonly<{ type: BrandColorType; code: string; alphaPercent: number }>[]
  apiKeys: readonly Readonly<{ type: (typeof mapKeyTypes)[number]; key: string }>[]
  blockedFunctions: readonly string[]
  officialDomain: string
  squareLogo: string
  topNavigationLogo: string
  trackingCode: string
  support: SupportContact
}>

/** OK, or why the brand is out of service. */
export const brandStatuses = ['OK', 'SUSPENDED'] as const
export type BrandStatus = (typeof brandStatuses)[number]

/** The product's own system, in which nothing is branded otherwise. */
export const OWN_SYSTEM = 'HELIOGRAPH'

/**
 * Key of a brand in an address (`clientStyle`) and on the wire (`projectId`). Also a field's pattern: no bare hyphen in
 * a class.
 */
export const brandKeyPattern = /^[a-z0-9](?:[a-z0-9]|-){1,38}[a-z0-9]$/

/** The feature flags of the specification (section 1) that a brand may switch off, beside the functions of people. */
export const siteFunctionCodes = ['register', 'phoneUse', 'forgotPassword', 'gdpr'] as const
/** All that a brand can hide. The server's own pages are none of it: no brand takes them from its administrators. */
export const hideableCodes = [
  ...siteFunctionCodes,
  ...functionCodes.filter((code): code is Exclude<FunctionCode, 'serverManage'> => code !== 'serverManage'),
] as const
export type HideableCode = (typeof hideableCodes)[number]

/** The way of a picture's address; its name follows. */
export const PICTURE_PATH = '/backyard-api-s/oem/picture/'
