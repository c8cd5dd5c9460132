import { BrandMark } from '../brand/brand-mark.tsx'
import { usePageTitle } from '../brand/page-title.ts'
import { useText } from '../texts/use-text.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import plainPageStyles from './plain-page.module.css'
import { APP_VERSION, INNER_VERSION, LAYOUT_VERSION } from './version.ts'
import styles from './version-page.module.css'

export function VersionPage() {
  const { text } = useText()
  usePageTitle(text('shell.version.title'))
  return (
    <main className={plainPageStyles.plainPage}>
      <Card className={styles.version}>
        <BrandMark />
        <h1 className="visually-hidden">{text('shell.version.title')}</h1>
        <dl>
          <dt>{text('shell.version.app')}</dt>
          <dd>{APP_VERSION}</dd>
          <dt>{text('shell.version.inner')}</dt>
          <dd>{INNER_VERSION}</dd>
          <dt>{text('shell.version.layout')}</dt>
          <dd>{LAYOUT_VERSION}</dd>
        </dl>
        <ButtonLink to="/plant" wide>
          {text('shell.action.home')}
        </ButtonLink>
      </Card>
    </main>
  )
}
