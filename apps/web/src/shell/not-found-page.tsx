import { Link } from 'react-router'
import { brandName } from '../api/brand.ts'
import { useBrand } from '../brand/brand-context.ts'
import { BrandMark } from '../brand/brand-mark.tsx'
import { usePageTitle } from '../brand/page-title.ts'
import { useLanguage } from '../texts/language-context.ts'
import { useText } from '../texts/use-text.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/states.tsx'
import styles from './plain-page.module.css'

export function NotFoundPage() {
  const { text } = useText()
  const { code } = useLanguage()
  const brand = useBrand()
  usePageTitle(text('shell.notFound'))
  return (
    <main className={styles.plainPage}>
      <Link to="/plant" className={styles.plainBrand} aria-label={brandName(brand, code)}>
        <BrandMark />
      </Link>
      <EmptyState isPage icon="search" title={text('shell.notFound')} hint={text('shell.notFound.hint')}>
        <ButtonLink kind="primary" to="/plant">
          {text('shell.action.home')}
        </ButtonLink>
      </EmptyState>
    </main>
  )
}
