import type { Brand } from '../branding/branding.ts'
import type { DataCenters } from '../data-centers/data-centers.ts'

/**
 * Where another data centre is configured, the page learns of it as the specification says: by texts of the brand (multi data
 * centre flag). What a brand says about them itself stands.
 */
export function dataCenterTexts({ here, others }: DataCenters, known: Brand['texts']): Brand['texts'] {
  const [other] = others
  if (other === undefined) return []
  const rows = [
    ['DATA_CENTER_CURRENT', here],
    ['DATA_CENTER_VISIT_DOMAIN_2', other.publicUrl ?? other.centre],
  ] as const
  return rows
    .filter(([type]) => !known.some((text) => text.type === type))
    .map(([type, text]) => ({ type, language: '', text }))
}
