import { usePageTitle } from '../brand/page-title.ts'
import { useText } from '../texts/use-text.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/states.tsx'
import styles from './plain-page.module.css'

export function NotFoundPage() {
  const { text } = useText()
  usePageTitle(text('shell.notFound'))
  return (
    <main className={styles.plainPage}>
      <EmptyState isPage icon="search" title={text('shell.notFound')} hint={text('shell.notFound.hint')}>
        <ButtonLink kind="primary" to="/plant">
          {text('shell.action.home')}
        </ButtonLink>
      </EmptyState>
    </main>
  )
}
