import type { TextKey } from '@heliograph/i18n/keys.ts'
import { Suspense } from 'react'
import { Link, Navigate, Outlet, useLocation } from 'react-router'
import { type AccountSection, accountPath, SETTINGS_PATH } from '../../../address/account-paths.ts'
import { applicationPath } from '../../../address/paths.ts'
import { useUser } from '../../../auth/session.ts'
import { useBrand } from '../../../brand/brand-context.ts'
import { LegalLink } from '../../../brand/legal-link.tsx'
import { usePageTitle } from '../../../brand/page-title.ts'
import { Permitted, usePermission } from '../../../identity/permitted.tsx'
import { useServices } from '../../../identity/use-services.ts'
import { PageSkeleton } from '../../../shell/page-skeleton.tsx'
import { RefusedPage } from '../../../shell/refused-page.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { cx } from '../../../ui/class-names.ts'
import { ErrorBoundary } from '../../../ui/error-boundary.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { IconName } from '../../../ui/icons.ts'
import { ErrorPanel } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useWide } from '../../../ui/use-wide.ts'
import styles from './account-layout.module.css'

type SectionPage = Readonly<{
  section: AccountSection
  title: TextKey
  /** Role or function codes, one of which is needed; absent: any user of the account area. */
  any?: readonly string[]
  /** Only administrators of the server. */
  adminsOnly?: true
  /** Only where the brand runs several data centers. */
  centersOnly?: true
}>

type SectionRow = Readonly<{
  icon: IconName
  /** Absent: the title of its page. */
  title?: TextKey
  /** Several pages are tabs of one row. */
  pages: readonly SectionPage[]
}>

/** Pages of the person who is signed in: at most eight rows, plans and services among them. */
const ownRows: readonly SectionRow[] = [
  { icon: 'user', pages: [{ section: 'base', title: 'shell.menu.me' }] },
  { icon: 'theme', pages: [{ section: 'common', title: 'shell.menu.general' }] },
  { icon: 'shield', pages: [{ section: 'security', title: 'shell.menu.accountSecurity' }] },
  { icon: 'alarm', pages: [{ section: 'message', title: 'account.nav.message', any: ['message'] }] },
  { icon: 'factory', pages: [{ section: 'organization', title: 'organization.title' }] },
  {
    icon: 'download',
    title: 'account.nav.data',
    pages: [
      { section: 'exportAccount', title: 'account.nav.export', any: ['accountExport'] },
      { section: 'data-center', title: 'shell.menu.dataCenter', centersOnly: true },
      { section: 'accountRevoke', title: 'account.nav.revoke', any: ['accountCancel'] },
    ],
  },
  {
    icon: 'info',
    title: 'account.nav.help',
    pages: [
      { section: 'instructions', title: 'shell.menu.userManual', any: ['onlineInstructions'] },
      { section: 'udesk', title: 'shell.menu.onlineService', any: ['onlineCustomer'] },
      { section: 'suggestion', title: 'shell.menu.feedback', any: ['suggestion'] },
    ],
  },
]

/** Pages about the server and all its people. */
const serverRows: readonly SectionRow[] = [
  { icon: 'settings', pages: [{ section: 'operator', title: 'shell.menu.operator', adminsOnly: true }] },
  { icon: 'monitor', pages: [{ section: 'brand', title: 'branding.title', any: ['manager', 'organizationAdmin'] }] },
  { icon: 'lock', pages: [{ section: 'security-events', title: 'security-events.title', adminsOnly: true }] },
]
const everyRow = [...ownRows, ...serverRows]

/** `security` is not `security-events`. */
const isAt = (pathname: string, section: AccountSection): boolean =>
  `${pathname}/`.startsWith(`${accountPath(section)}/`)
const isIn = (pathname: string, { pages }: SectionRow): boolean => pages.some(({ section }) => isAt(pathname, section))

/** The pages of a row that this person may open. */
function useOpenPages(): (row: SectionRow) => readonly SectionPage[] {
  const brand = useBrand()
  const may = usePermission()
  const { isAdmin } = useUser()
  return ({ pages }) =>
    pages.filter(
      (page) =>
        (!page.centersOnly || brand.hasCenters) && (!page.adminsOnly || isAdmin) && (!page.any || may(page.any)),
    )
}

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
  const page = everyRow.flatMap(({ pages }) => pages).find(({ section }) => isAt(pathname, section))
  usePageTitle(page && text(page.title), text('account.title'))
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
        <RowTabs />
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

/** The pages that share a row of the list. */
function RowTabs() {
  const { text } = useText()
  const { pathname } = useLocation()
  const openPages = useOpenPages()
  const row = everyRow.find((item) => isIn(pathname, item))
  const pages = row === undefined ? [] : openPages(row)
  if (row?.title === undefined || pages.length < 2) return null
  return (
    <Tabs
      label={text(row.title)}
      places={pages.map(({ section, title }) => ({
        to: accountPath(section),
        label: text(title),
        current: isAt(pathname, section),
      }))}
    />
  )
}

function SectionNav() {
  const { text } = useText()
  const { pathname } = useLocation()
  const services = useServices()
  const openPages = useOpenPages()
  const placesOf = (rows: readonly SectionRow[]): readonly NavPlace[] =>
    rows.flatMap((row) => {
      const [first] = openPages(row)
      const place = first && {
        to: accountPath(first.section),
        icon: row.icon,
        title: text(row.title ?? first.title),
        isOpen: isIn(pathname, row),
      }
      return place ?? []
    })
  const own = placesOf(ownRows)
  const offered: NavPlace = { to: applicationPath(), icon: 'coin', title: text('shell.menu.function'), isOpen: false }
  const ofServer = placesOf(serverRows)
  return (
    <nav className={styles.accountNav} aria-label={text('account.title')}>
      {ofServer.length > 0 && <h2>{text('account.nav.you')}</h2>}
      <NavList places={services.isAny ? [...own.slice(0, -1), offered, ...own.slice(-1)] : own} />
      {ofServer.length > 0 && (
        <>
          <h2>{text('account.nav.server')}</h2>
          <NavList places={ofServer} />
        </>
      )}
    </nav>
  )
}

type NavPlace = Readonly<{ to: string; icon: IconName; title: string; isOpen: boolean }>

const NavList = ({ places }: Readonly<{ places: readonly NavPlace[] }>) => (
  <ul>
    {places.map(({ to, icon, title, isOpen }) => (
      <li key={to}>
        <Link to={to} aria-current={isOpen ? 'page' : undefined}>
          <Icon name={icon} size={20} />
          <span>{title}</span>
          <Icon name="chevronRight" size={18} className={styles.accountNavMore} />
        </Link>
      </li>
    ))}
  </ul>
)
