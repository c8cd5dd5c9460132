import type { BrandDraft } from '../../../api/brands.ts'

export type PartProps = Readonly<{
  id: number
  draft: BrandDraft
  change: (changes: Partial<BrandDraft>) => void
}>
