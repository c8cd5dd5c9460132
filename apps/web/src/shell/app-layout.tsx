import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, Suspense, useState } from 'react'
import { Link, Outlet, useLocation, useNavigate } from 'react-router'
import { alarmsPath, fleetPath } from '../address/paths.ts'
import { useLivePlants } from '../api/live-plants.ts'
import { plantCountsQuery } from '../api/queries.ts'
import { BrandMark } from '../brand/brand-mark.tsx'
import { IdentityStripe, IdentitySwitcher, useStripedClass } from '../identity/identity-switcher.tsx'
import { usePermission } from '../identity/permitted.tsx'
import { useAccountPreferences } from '../identity/use-account-preferences.ts'
import { useText } from '../texts/use-text.tsx'
import buttonStyles from '../ui/button.module.css'
import { cx } from '../ui/class-names.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { useDrawn } from '../ui/extra-part.tsx'
import { Icon } from '../ui/icon.tsx'
import '../ui/kbd.css'
import { Menu } from '../ui/menu.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { ShortcutsDialog } from '../ui/shortcuts-dialog.tsx'
import { PlaceLinks } from '../ui/tabs.tsx'
import { useNarrow } from '../ui/use-wide.ts'
import { Announcements } from './announcements.tsx'
import styles from './app-layout.module.css'
import { BottomTabs } from './bottom-tabs.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { splitPlaces, toMenuEntry, useMainPlaces } from './main-places.ts'
import { MessageBell } from './message-bell.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { PageError } from './page-error.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { UserMenu } from './user-menu.tsx'

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
  const stripedClass = useStripedClass()
  useAccountPreferences()
  useLivePlants()
  // The list of plants and the fleet page have the search themselves; a single plant is found without one.
  const isSearched = pathname.startsWith('/plant/infos') || pathname === fleetPath()
  const { data: counts } = useQuery({ ...plantCountsQuery(''), enabled: useDrawn() })
  const hasSearch = (counts?.total ?? 0) > 1 && !isSearched
  const search = (): void => void navigate(fleetPath(), { state: { focusSearch: true } })

  useShortcuts([
    { key: '/', text: 'shell.keyboard.search', run: search },
    { key: 'g l', text: 'fleet.title', run: () => void navigate(fleetPath()) },
    { key: 'g a', text: 'shell.keyboard.allAlarms', run: () => void navigate(alarmsPath()) },
    { key: '?', text: 'shell.keyboard.help', run: () => setKeysOpen(true) },
  ])

  return (
    <div className={cx(styles.app, stripedClass)}>
      {/* biome-ignore lint/a11y/useValidAnchor: where a page has no main part it leads to the beginning of the page */}
      <a className={styles.skipLink} href="#content" onClick={skipToMain}>
        {text('shell.skipToContent')}
      </a>
      <IdentityStripe />
      <header className={styles.appHeader} data-part="app-header">
        <Link to="/plant" className={styles.brandMarkLink}>
          <BrandMark top />
        </Link>
        <nav className={styles.appNav} aria-label={text('shell.navigation')}>
          <MainNav />
        </nav>
        <div className={styles.appTools}>
          {hasSearch && (
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
      <div id="content" tabIndex={-1}>
        <ErrorBoundary resetKey={pathname} fallback={(fault, retry) => <PageError fault={fault} onRetry={retry} />}>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </div>
      {may(['notice']) && <Announcements />}
      {prompts}
      <BottomTabs />
      <ShortcutsDialog open={keysOpen} onClose={() => setKeysOpen(false)} />
    </div>
  )
}

/** Past the list of plants too, which may be long. A page without a main part is entered at its beginning. */
function skipToMain(event: MouseEvent): void {
  const main = document.querySelector('main')
  if (!main) return
  event.preventDefault()
  main.tabIndex = -1
  main.focus()
}

/** The places of the header; a narrow one has the rest in a menu. */
function MainNav() {
  const { text } = useText()
  const places = useMainPlaces()
  const isNarrow = useNarrow()
  const [front, rest] = isNarrow ? splitPlaces(places) : [places, []]
  return (
    <>
      <PlaceLinks places={front.map(({ to, label, isOpen }) => ({ key: label, to, label, current: isOpen }))} />
      {rest.length > 0 && (
        <Menu
          label={text('shell.tab.more')}
          buttonClass={cx(
            buttonStyles.buttonQuiet,
            styles.appNavMore,
            rest.some((place) => place.isOpen) && styles.appNavMoreOpen,
          )}
          button={
            <>
              <span>{rest.find((place) => place.isOpen)?.label ?? text('shell.tab.more')}</span>
              <Icon name="chevronDown" size={15} />
            </>
          }
          groups={[rest.map(toMenuEntry)]}
        />
      )}
    </>
  )
}
