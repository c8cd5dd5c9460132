import type { BrandTint } from '@heliograph/domain/brand/brand-tokens.ts'
import { chartColours } from '@heliograph/domain/colour.ts'
import { toColourName } from '../../../api/brand.ts'
import type { BrandDraft } from '../../../api/brands.ts'

/** Of types that have a color without a brand. */
export const usualColours: Readonly<Record<string, string>> = {
  ...{ primary: '#4c87ff', success: '#52c41a', warning: '#faad14', error: '#f5222d', fail: '#f5222d' },
  ...Object.fromEntries(chartColours.map((code, at) => [`chart-${at + 1}`, code])),
}

/** A draft's colors under the page's own names. */
export const toTints = ({ colours }: Pick<BrandDraft, 'colours'>): readonly BrandTint[] =>
  colours.map(({ type, code, alpha }) => ({ name: toColourName(type), code, alpha }))

/** What the page shows of a draft: colors that it leaves out are the usual ones. */
export const toShownTints = (draft: Pick<BrandDraft, 'colours'>): readonly BrandTint[] => [
  ...Object.entries(usualColours).map(([type, code]) => ({ name: toColourName(type), code, alpha: 100 })),
  ...toTints(draft),
]
