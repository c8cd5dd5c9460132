import type { BrandDraft } from '@heliograph/domain/brand/brand-parts.ts'

export type PartProps = Readonly<{
  id: number
  draft: BrandDraft
  change: (changes: Partial<BrandDraft>) => void
}>
