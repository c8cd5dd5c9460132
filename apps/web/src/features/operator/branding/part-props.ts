import type { BrandDraft } from '../../../api/brands.ts'

/** What every part of the editor gets. */
export type PartProps = Readonly<{
  id: number
  draft: BrandDraft
  change: (changes: Partial<BrandDraft>) => void
}>
