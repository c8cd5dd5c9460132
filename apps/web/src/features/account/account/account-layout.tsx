import type { TextKey } from '@heliograph/i18n/keys.ts'
import { Suspense } from 'react'
import { Link, Navigate, Outlet, useLocation } from 'react-router'
import { type AccountSection, accountPath, SETTINGS_PATH } from '../../../address/account-paths.ts'
import { useUser } from '../../../auth/session.ts'
import { useBrand } from '../../../brand/brand-context.ts'
import { LegalLink } from '../../../brand/legal-link.tsx'
import { usePageTitle } from '../../../brand/page-title.ts'
import { Permitted, usePermission } from '../../../identity/permitted.tsx'
import { PageSkeleton } from '../../../shell/page-skeleton.tsx'
import { RefusedPage } from '../../../shell/refused-page.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { cx } from '../../../ui/class-names.ts'
import { ErrorBoundary } from '../../../ui/error-boundary.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { IconName } from '../../../ui/icons.ts'
import { ErrorPanel } from '../../../ui/states.tsx'
import { useWide } from '../../../ui/use-wide.ts'
import styles from './account-layout.module.css'

type SectionRow = Readonly<{
  section: AccountSection
  icon: IconName
  title: TextKey
  /** Role or function codes, one of which is needed; absent: any user of the account area. */
  any?: readonly string[]
  /** Only administrators of the server. */
  adminsOnly?: true
  /** Only where the brand runs several data centers. */
  centersOnly?: true
  /** Separated from the rest: a page that deletes. */
  isLast?: true
}>

/** The navigation of the account area, one row per page. */
const sectionRows: readonly SectionRow[] = [
  { section: 'base', icon: 'user', title: 'account.nav.base' },
  { section: 'common', icon: 'theme', title: 'account.nav.common' },
  { section: 'security', icon: 'shield', title: 'account.nav.security' },
  { section: 'message', icon: 'alarm', title: 'shell.menu.messages', any: ['message'] },
  { section: 'organization', icon: 'factory', title: 'organization.title' },
  { section: 'security-events', icon: 'lock', title: 'security-events.title', adminsOnly: true },
  { section: 'operator', icon: 'settings', title: 'shell.menu.operator', adminsOnly: true },
  { section: 'brand', icon: 'monitor', title: 'branding.title', any: ['manager', 'organizationAdmin'] },
  { section: 'instructions', icon: 'list', title: 'shell.menu.userManual', any: ['onlineInstructions'] },
  { section: 'udesk', icon: 'phone', title: 'shell.menu.onlineService', any: ['onlineCustomer'] },
  { section: 'suggestion', icon: 'mail', title: 'shell.menu.feedback', any: ['suggestion'] },
  { section: 'data-center', icon: 'globe', title: 'account.nav.dataCenter', centersOnly: true },
  { section: 'exportAccount', icon: 'download', title: 'account.nav.export', any: ['accountExport'] },
  { section: 'accountRevoke', icon: 'trash', title: 'account.nav.revoke', any: ['accountCancel'], isLast: true },
]

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
  const onList = pathname.replace(/\/$/, '') === SETTINGS_PATH
  if (!wide && onList)
    return (
      <main className={cx(styles.account, styles.accountList)}>
        <h1>{text('account.title')}</h1>
        <SectionNav />
        <LegalLinks />
      </main>
    )
  return (
    <div className={styles.account}>
      {wide && (
        <aside className={styles.accountSide}>
          <div className={styles.accountSideTitle}>{text('account.title')}</div>
          <SectionNav />
          <LegalLinks />
        </aside>
      )}
      <main className={styles.accountMain}>
        {!wide && (
          <Link className={styles.accountBack} to={SETTINGS_PATH}>
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

function LegalLinks() {
  const { text } = useText()
  return (
    <p className={styles.accountLegal}>
      <LegalLink type="SERVICE_TC">{text('login.terms')}</LegalLink>
      <LegalLink type="PRIVATE_TC">{text('login.privacy')}</LegalLink>
    </p>
  )
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
