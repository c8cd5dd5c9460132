import { Suspense } from 'react'
import { Link, Navigate, Outlet, useLocation } from 'react-router'
import { type AccountSection, accountPath, settingsPath } from '../../../address/account-paths.ts'
import { useUser } from '../../../auth/session.ts'
import { useBrand } from '../../../brand/brand-context.ts'
import { usePageTitle } from '../../../brand/page-title.ts'
import { Permitted, usePermission } from '../../../identity/permitted.tsx'
import { PageSkeleton } from '../../../shell/page-skeleton.tsx'
import { RefusedPage } from '../../../shell/refused-page.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { cx } from '../../../ui/class-names.ts'
import { ErrorBoundary } from '../../../ui/error-boundary.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ErrorPanel } from '../../../ui/states.tsx'
import { useWide } from '../../../ui/use-wide.ts'
import styles from './account-layout.module.css'
import { sectionRows } from './account-sections.ts'

/** `security` is not `security-events`. */
const isAt = (pathname: string, section: AccountSection): boolean =>
  `${pathname}/`.startsWith(`${accountPath(section)}/`)

/** The account area: its pages beside their list; on a phone the list is a separate page. */
export function AccountLayout() {
  return (
    <Permitted any={['user']} fallback={<RefusedPage right="user" />}>
      <AccountFrame />
    </Permitted>
  )
}

function AccountFrame() {
  const { text } = useText()
  const wide = useWide()
  const { pathname } = useLocation()
  const row = sectionRows.find(({ section }) => isAt(pathname, section))
  usePageTitle(row && text(row.title), text('account.title'))
  const onList = pathname.replace(/\/$/, '') === settingsPath
  if (!wide && onList)
    return (
      <main className={cx(styles.account, styles.accountList)}>
        <h1>{text('account.title')}</h1>
        <SectionNav />
      </main>
    )
  return (
    <div className={styles.account}>
      {wide && (
        <aside className={styles.accountSide}>
          <div className={styles.accountSideTitle}>{text('account.title')}</div>
          <SectionNav />
        </aside>
      )}
      <main className={styles.accountMain}>
        {!wide && (
          <Link className={styles.accountBack} to={settingsPath}>
            <Icon name="chevronLeft" size={18} />
            {text('account.title')}
          </Link>
        )}
        <ErrorBoundary
          resetKey={pathname}
          fallback={(fault, retry) => <ErrorPanel failure={fault} title={text('shell.error.page')} onRetry={retry} />}
        >
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
    </div>
  )
}

/** `/account/settings` leads to its first page; on a phone it is the list. */
export function AccountIndex() {
  const { search } = useLocation()
  return useWide() ? <Navigate to={{ pathname: accountPath('base'), search }} replace /> : null
}

function SectionNav() {
  const { text } = useText()
  const { pathname } = useLocation()
  const brand = useBrand()
  const may = usePermission()
  const { isAdmin } = useUser()
  const rows = sectionRows.filter(
    (row) => (!row.centersOnly || brand.hasCenters) && (!row.adminsOnly || isAdmin) && (!row.any || may(row.any)),
  )
  return (
    <nav className={styles.accountNav} aria-label={text('account.title')}>
      <ul>
        {rows.map((row) => (
          <li key={row.section} className={row.isLast ? styles.accountNavLast : undefined}>
            <Link to={accountPath(row.section)} aria-current={isAt(pathname, row.section) ? 'page' : undefined}>
              <Icon name={row.icon} size={20} />
              <span>{text(row.title)}</span>
              <Icon name="chevronRight" size={18} className={styles.accountNavMore} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
