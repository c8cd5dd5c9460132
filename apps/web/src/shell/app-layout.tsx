import { type ReactNode, Suspense, useState } from 'react'
import { Link, Outlet, useLocation, useNavigate } from 'react-router'
import { explorerPath, plantListPath } from '../address/paths.ts'
import { useLivePlants } from '../api/live-plants.ts'
import { BrandMark } from '../brand/brand-mark.tsx'
import { IdentityStripe, IdentitySwitcher } from '../identity/identity-switcher.tsx'
import { usePermission } from '../identity/permitted.tsx'
import { useAccountPreferences } from '../identity/use-account-preferences.ts'
import { useText } from '../texts/use-text.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { ExtraPart } from '../ui/extra-part.tsx'
import { Icon } from '../ui/icon.tsx'
import '../ui/kbd.css'
import { firstPart } from '../ui/lazy-part.ts'
import { useShortcuts } from '../ui/shortcuts.ts'
import { ShortcutsDialog } from '../ui/shortcuts-dialog.tsx'
import styles from './app-layout.module.css'
import { BottomTabs } from './bottom-tabs.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { MessageBell } from './message-bell.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { PageError } from './page-error.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { UserMenu } from './user-menu.tsx'

const Announcements = firstPart(() => import('./announcements.tsx'), 'Announcements')

/**
 * The frame around every screen of a signed-in user.
 * @param prompts open questions to the user, above any page
 */
export function AppLayout({ prompts }: Readonly<{ prompts?: ReactNode }>) {
  const { text } = useText()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const may = usePermission()
  const [keysOpen, setKeysOpen] = useState(false)
  useAccountPreferences()
  useLivePlants()
  const onPlants = ['/plant', '/alarms', '/device-detail'].some((root) => pathname.startsWith(root))
  const search = (): void => void navigate(plantListPath(), { state: { focusSearch: true } })

  useShortcuts([
    { key: '/', text: 'shell.keyboard.search', run: search },
    { key: '?', text: 'shell.keyboard.help', run: () => setKeysOpen(true) },
  ])

  return (
    <div className={styles.app}>
      <a className={styles.skipLink} href="#content">
        {text('shell.skipToContent')}
      </a>
      <IdentityStripe />
      <header className={styles.appHeader} data-part="app-header">
        <Link to="/plant" className={styles.brandMarkLink}>
          <BrandMark top />
        </Link>
        <nav className={styles.appNav} aria-label={text('shell.navigation')}>
          <Link to="/plant" aria-current={onPlants ? 'page' : undefined}>
            {text('shell.menu.myPlant')}
          </Link>
          <Link to={explorerPath()} aria-current={pathname === '/explorer' ? 'page' : undefined}>
            {text('explorer.title')}
          </Link>
        </nav>
        <div className={styles.appTools}>
          {!pathname.startsWith('/plant/infos') && (
            <button
              type="button"
              className={styles.appSearch}
              aria-label={text('shell.keyboard.search')}
              title={text('shell.keyboard.search')}
              onClick={search}
            >
              <Icon name="search" size={16} />
              <span>{text('shell.keyboard.search')}</span>
              <kbd>/</kbd>
            </button>
          )}
          <IdentitySwitcher />
          <LanguageMenu />
          {may(['message']) && <MessageBell />}
          <UserMenu onKeys={() => setKeysOpen(true)} />
        </div>
      </header>
      <OfflineBanner />
      {may(['notice']) && (
        <ExtraPart>
          <Announcements />
        </ExtraPart>
      )}
      <div id="content" tabIndex={-1}>
        <ErrorBoundary resetKey={pathname} fallback={(fault, retry) => <PageError fault={fault} onRetry={retry} />}>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </div>
      {prompts}
      <BottomTabs />
      <ShortcutsDialog open={keysOpen} onClose={() => setKeysOpen(false)} />
    </div>
  )
}
