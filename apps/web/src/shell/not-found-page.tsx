import { useText } from '../texts/use-text.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/states.tsx'
import './plain-page.css'

export function NotFoundPage() {
  const { text } = useText()
  return (
    <main className="plain-page">
      <EmptyState isPage icon="search" title={text('shell.notFound')} hint={text('shell.notFound.hint')}>
        <ButtonLink kind="primary" to="/plant">
          {text('shell.action.home')}
        </ButtonLink>
      </EmptyState>
    </main>
  )
}
