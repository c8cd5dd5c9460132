/** Brands that an administrator edits: of the server, or of the organization that the session acts for. */
import type { BrandDraft, BrandStatus } from '@heliograph/domain/brand/brand-parts.ts'
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

export type BrandVersion = Readonly<{
  version: number
  note: string
  /** The version whose content came back. */
  restores: number | null
  savedAtMs: number
  savedBy: string | null
}>
export type BrandDomain = Readonly<{
  domain: string
  /** Required content of the record or the file. */
  proof: string
  verifiedAtMs: number | null
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
    return data.map(({ organization, createdAtMs: _, ...row }) => ({
      ...row,
      organization: organization?.name ?? null,
    }))
  },
})

export const brandQuery = (id: number) =>
  queryOptions({
    queryKey: [...root, id],
    queryFn: ({ signal }): Promise<EditedBrand> =>
      call('GET /backyard-api-s/oem/project/{id}', { params: { id } }, { signal }),
    // A draft under edit is not replaced from behind.
    refetchOnWindowFocus: false,
  })

export const addBrand = async (key: string, name: string): Promise<number> =>
  (await call('POST /backyard-api-s/oem/project', { body: { key, name } })).id

export const saveBrand = (id: number, draft: BrandDraft, note: string, basedOn: number) =>
  call('POST /backyard-api-s/oem/project/{id}', { params: { id }, body: { draft, note, basedOn } })

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
  (await call('POST /backyard-api-s/oem/project/{id}/file', { params: { id }, body: { content } })).draft
