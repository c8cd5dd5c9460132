import type { BrandDraft } from '@heliograph/domain/brand/brand-parts.ts'
import { type BrandThemeName, brandTokens } from '@heliograph/domain/brand/brand-tokens.ts'
import { deriveTints, findHex } from '@heliograph/domain/color.ts'
import { type CSSProperties, useState } from 'react'
import { useLanguage } from '../../../texts/language-context.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import styles from './branding.module.css'
import { toShownTints } from './page-colors.ts'
import { PaperPreview, PlantPreview, type Shown, SignInPreview } from './preview-scenes.tsx'

const scenes = ['signIn', 'plant', 'mail', 'pdf'] as const
const themes = ['light', 'dark'] as const

/** The draft as people will see it: drawn with the same tokens as the page. */
export function BrandPreview({ draft, name }: Readonly<{ draft: BrandDraft; name: string }>) {
  const { text } = useText()
  const { code } = useLanguage()
  const [scene, setScene] = useState<(typeof scenes)[number]>('signIn')
  const [theme, setTheme] = useState<BrandThemeName>('light')
  const textOf = (type: string): string =>
    draft.texts.find((item) => item.type === type && item.language === code)?.text ||
    draft.texts.find((item) => item.type === type && item.language === '')?.text ||
    ''
  const primary = findHex(draft.colors.find(({ type }) => type === 'primary')?.code ?? '') ?? '#4c87ff'
  const shown: Shown = {
    name: textOf('SHOW_NAME') || name,
    logo: (theme === 'dark' && textOf('INVERT_RECT_LOGO')) || draft.topNavigationLogo || textOf('RECT_LOGO'),
    picture: textOf('LOGIN_BK_IMG'),
    paperColor: deriveTints(primary).light.text,
  }
  const isPaper = scene === 'mail' || scene === 'pdf'
  const tokens = Object.fromEntries(
    Object.entries(brandTokens(toShownTints(draft), theme)).map(([token, value]) => [`--${token}`, value]),
  ) as CSSProperties
  return (
    <aside className={styles.preview} aria-label={text('branding.preview')}>
      <div className={styles.previewHead}>
        <Segmented
          label={text('branding.preview')}
          value={scene}
          options={scenes.map((value) => ({ value, label: text(`branding.preview.${value}`) }))}
          onChange={setScene}
        />
        {!isPaper && (
          <Segmented
            label={text('branding.theme')}
            value={theme}
            options={themes.map((value) => ({ value, label: text(`branding.theme.${value}`) }))}
            onChange={setTheme}
          />
        )}
      </div>
      {/* The theme of the page ends here: the scene has its own. */}
      <div className={styles.stage} data-theme={isPaper ? 'light' : theme} style={tokens} inert>
        {scene === 'signIn' && <SignInPreview {...shown} />}
        {scene === 'plant' && <PlantPreview {...shown} />}
        {isPaper && <PaperPreview {...shown} isMail={scene === 'mail'} icon={draft.squareLogo} />}
      </div>
    </aside>
  )
}
