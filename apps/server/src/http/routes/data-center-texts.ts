import type { DataCenters } from '../../operator/data-centers/data-centers.ts'
import type { Brand } from '../../platform/branding/branding.ts'

/**
 * Reports configured data centers to the page as the specification demands: by texts of the brand (multi data center
 * flag). The brand's own texts about them take precedence.
 */
export function dataCenterTexts({ here, others }: DataCenters, known: Brand['texts']): Brand['texts'] {
  const rows = [
    ['DATA_CENTER_CURRENT', here] as const,
    ...others.slice(0, 1).map((other) => ['DATA_CENTER_VISIT_DOMAIN_2', other.publicUrl ?? other.center] as const),
  ]
  return rows
    .filter(([type]) => !known.some((text) => text.type === type))
    .map(([type, text]) => ({ type, language: '', text }))
}
