/** Brands that an administrator edits: of the server, or of the organization that the session acts for. */
import type { BrandDraftWire } from '@heliograph/contract/backyard-api-s/brand.ts'
import type { BrandColorType, BrandStatus, BrandTextType } from '@heliograph/domain/brand/brand-parts.ts'
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, downloadFile } from './call.ts'

export type BrandProject = Readonly<{
  id: number
  /** clientStyle in an address. */
  key: string
  name: string
  status: BrandStatus
  version: number
  /** null: of the server. */
  organization: string | null
  isMine: boolean
  domains: readonly string[]
}>

export type BrandTextRow = Readonly<{ type: BrandTextType; language: LanguageCode | ''; text: string }>
/** `alpha` in percent. */
export type BrandColorRow = Readonly<{ type: BrandColorType; code: string; alpha: number }>
export type BrandDraft = Readonly<{
  languages: readonly LanguageCode[]
  texts: readonly BrandTextRow[]
  colors: readonly BrandColorRow[]
  mapKeys: Readonly<Partial<Record<'amap' | 'googleMap', string>>>
  blocked: readonly string[]
  officialDomain: string
  icon: string
  topLogo: string
  trackingCode: string
  support: Readonly<{ link: string; mail: string; hours: string }>
}>
export type BrandVersion = Readonly<{
  version: number
  note: string
  /** The version whose content came back. */
  restores: number | null
  savedMs: number
  savedBy: string | null
}>
export type BrandDomain = Readonly<{
  domain: string
  /** Required content of the record or the file. */
  proof: string
  verifiedMs: number | null
  provenBy: 'dns' | 'file' | 'operator' | null
}>
export type EditedBrand = Readonly<{
  draft: BrandDraft
  versions: readonly BrandVersion[]
  domains: readonly BrandDomain[]
  /** Where scripts may come from; none: this brand loads none. */
  trackingOrigins: readonly string[]
}>

const root = ['brands'] as const

export const brandsQuery = queryOptions({
  queryKey: [...root, 'list'],
  queryFn: async ({ signal }): Promise<readonly BrandProject[]> => {
    const { data } = await call('GET /backyard-api-s/oem/project', undefined, { signal })
    return data.map(({ organization, createdAt: _, ...row }) => ({ ...row, organization: organization?.name ?? null }))
  },
})

export const brandQuery = (id: number) =>
  queryOptions({
    queryKey: [...root, id],
    queryFn: async ({ signal }): Promise<EditedBrand> => {
      const reply = await call('GET /backyard-api-s/oem/project/{id}', { params: { id } }, { signal })
      return {
        draft: fromWire(reply.draft),
        versions: reply.versions.map(({ savedAt, ...row }) => ({ ...row, savedMs: savedAt * 1000 })),
        domains: reply.domains.map(({ verifiedAt, ...row }) => ({
          ...row,
          verifiedMs: verifiedAt === null ? null : verifiedAt * 1000,
        })),
        trackingOrigins: reply.trackingOrigins,
      }
    },
    // A draft under edit is not replaced from behind.
    refetchOnWindowFocus: false,
  })

const fromWire = (wire: BrandDraftWire): BrandDraft => ({
  languages: wire.supportLanList,
  texts: wire.textList.map(({ type, lan, textInfo }) => ({ type, language: lan, text: textInfo })),
  colors: wire.colorList.map(({ type, colorCode, alpha }) => ({ type, code: colorCode, alpha })),
  mapKeys: Object.fromEntries(wire.apiKeyDtoList.map(({ type, apiKey }) => [type, apiKey])),
  blocked: wire.blockFunctionCodeList,
  officialDomain: wire.officalDomain,
  icon: wire.squareLogoLink,
  topLogo: wire.topNaviLogo,
  trackingCode: wire.trackingCode,
  support: wire.support,
})

const toWire = (draft: BrandDraft): BrandDraftWire => ({
  supportLanList: [...draft.languages],
  textList: draft.texts
    .filter(({ text }) => text.trim() !== '')
    .map(({ type, language, text }) => ({ type, lan: language, textInfo: text })),
  colorList: draft.colors.map(({ type, code, alpha }) => ({ type, colorCode: code, alpha })),
  apiKeyDtoList: (['amap', 'googleMap'] as const).flatMap((type) => {
    const apiKey = draft.mapKeys[type]?.trim()
    return apiKey ? [{ type, apiKey }] : []
  }),
  blockFunctionCodeList: [...draft.blocked],
  officalDomain: draft.officialDomain,
  squareLogoLink: draft.icon,
  topNaviLogo: draft.topLogo,
  trackingCode: draft.trackingCode,
  support: draft.support,
})

export const addBrand = async (key: string, name: string): Promise<number> =>
  (await call('POST /backyard-api-s/oem/project', { body: { key, name } })).id

export const saveBrand = (id: number, draft: BrandDraft, note: string, basedOn: number) =>
  call('POST /backyard-api-s/oem/project/{id}', { params: { id }, body: { draft: toWire(draft), note, basedOn } })

export const removeBrand = (id: number) => call('DELETE /backyard-api-s/oem/project/{id}', { params: { id } })

export const setBrandStatus = (id: number, status: BrandStatus) =>
  call('POST /backyard-api-s/oem/project/{id}/status', { params: { id }, body: { status } })

export const rollBackBrand = (id: number, version: number, basedOn: number) =>
  call('POST /backyard-api-s/oem/project/{id}/rollback', { params: { id }, body: { version, basedOn } })

/** @param content Base64 */
export const addBrandPicture = (id: number, use: 'logo' | 'background', content: string) =>
  call('POST /backyard-api-s/oem/project/{id}/picture', { params: { id }, body: { use, content } })

export const addBrandDomain = (id: number, domain: string) =>
  call('POST /backyard-api-s/oem/project/{id}/domain', { params: { id }, body: { domain } })

export const checkBrandDomain = (id: number, domain: string, by: 'dns' | 'file') =>
  call('POST /backyard-api-s/oem/project/{id}/domain/check', { params: { id }, body: { domain, by } })

export const confirmBrandDomain = (id: number, domain: string) =>
  call('POST /backyard-api-s/oem/project/{id}/domain/confirm', { params: { id }, body: { domain } })

export const removeBrandDomain = (id: number, domain: string) =>
  call('DELETE /backyard-api-s/oem/project/{id}/domain/{domain}', { params: { id, domain } })

export const downloadBrand = (id: number, name: string) =>
  downloadFile('GET /backyard-api-s/oem/project/{id}/file', { id }, name)

/** Draft from the file of a brand; nothing is saved. */
export const readBrandFile = async (id: number, content: string): Promise<BrandDraft> =>
  fromWire((await call('POST /backyard-api-s/oem/project/{id}/file', { params: { id }, body: { content } })).draft)
