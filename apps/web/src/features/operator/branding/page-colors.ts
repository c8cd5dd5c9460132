import type { BrandDraft } from '@heliograph/domain/brand/brand-parts.ts'
import type { BrandTint } from '@heliograph/domain/brand/brand-tokens.ts'
import { chartColors } from '@heliograph/domain/color.ts'
import { toColorName } from '../../../api/brand.ts'

/** Of types that have a color without a brand. */
export const usualColors: Readonly<Record<string, string>> = {
  primary: '#4c87ff',
  success: '#52c41a',
  warning: '#faad14',
  error: '#f5222d',
  fail: '#f5222d',
  ...Object.fromEntries(chartColors.map((code, at) => [`chart-${at + 1}`, code])),
}

/** A draft's colors under the page's own names. */
export const toTints = ({ colors }: Pick<BrandDraft, 'colors'>): readonly BrandTint[] =>
  colors.map(({ type, code, alphaPercent }) => ({ name: toColorName(type), code, alpha: alphaPercent }))

/** Colors that the page shows of a draft: those that it leaves out are the usual ones. */
export const toShownTints = (draft: Pick<BrandDraft, 'colors'>): readonly BrandTint[] => [
  ...Object.entries(usualColors).map(([type, code]) => ({ name: toColorName(type), code, alpha: 100 })),
  ...toTints(draft),
]
