import { type BrandColorType, type BrandDraft, brandColorTypes } from '@heliograph/domain/brand/brand-parts.ts'
import { checkContrast } from '@heliograph/domain/brand/brand-tokens.ts'
import { toColorName } from '../../../api/brand.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { SettingCard } from '../../../ui/setting.tsx'
import styles from './branding.module.css'
import { toTints } from './page-colors.ts'

const typeOf = new Map<string, BrandColorType>(brandColorTypes.map((type) => [toColorName(type), type]))

/** Colors that would be hard to read as they are set, and those that are shown instead. */
export function ContrastReport({ draft }: Readonly<{ draft: Pick<BrandDraft, 'colors'> }>) {
  const { text } = useText()
  const format = useFormat()
  const rows = checkContrast(toTints(draft))
  const nameOf = (token: string): string => {
    const type = typeOf.get(token)
    if (type === undefined) return token
    return type.startsWith('chart-')
      ? text('branding.color.chart', { nth: Number(type.slice(6)) })
      : text(`branding.color.${type as Exclude<BrandColorType, `chart-${number}`>}`)
  }
  return (
    <SettingCard
      title={text('branding.contrast')}
      lead={text(rows.length === 0 ? 'branding.contrast.fine' : 'branding.contrast.lead', { count: rows.length })}
    >
      {rows.length > 0 && (
        <ul className={styles.report}>
          {rows.map(({ name, theme, ratio, least, shown }) => (
            <li key={`${name} ${theme}`}>
              <span className={styles.swatch} style={{ background: shown }} />
              <span>
                {text('branding.contrast.row', {
                  name: nameOf(name),
                  theme: text(`branding.theme.${theme}`),
                  ratio: format.number(ratio, 1),
                  least: format.number(least, 1),
                  shown,
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </SettingCard>
  )
}
