import type { BrandDraft } from '../../../api/brands.ts'

/** Properties of every part of the editor. */
export type PartProps = Readonly<{
  id: number
  draft: BrandDraft
  change: (changes: Partial<BrandDraft>) => void
}>
