import type { BrandStatus } from '@heliograph/domain/brand/brand-parts.ts'
import type { Generated } from 'kysely'

declare module '../db/tables.ts' {
  interface Tables {
    brands: { host: string; data: unknown }
    brand_projects: {
      id: Generated<number>
      key: string
      name: string
      organization_id: number | null
      status: Generated<BrandStatus>
      version: Generated<number>
      created_at: Stamp
    }
    brand_versions: {
      brand_id: number
      version: number
      data: unknown
      note: Generated<string>
      restores: number | null
      saved_at: Stamp
      saved_by: number | null
    }
    brand_domains: {
      brand_id: number
      domain: string
      proof: string
      verified_at: Stamp | null
      proven_by: 'dns' | 'file' | 'operator' | null
      created_at: Stamp
    }
    brand_pictures: {
      brand_id: number
      name: string
      type: 'image/png' | 'image/webp'
      bytes: Buffer
      created_at: Stamp
    }
  }
}
