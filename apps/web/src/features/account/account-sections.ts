import type { TextKey } from '@heliograph/i18n/keys.ts'
import type { AccountSection } from '../../address/account-paths.ts'
import type { IconName } from '../../ui/icons.ts'

export type SectionRow = Readonly<{
  section: AccountSection
  icon: IconName
  title: TextKey
  /** Role or function codes of which one is needed; absent: whoever may enter the account area. */
  any?: readonly string[]
  /** Only where the brand runs several data centres. */
  centresOnly?: true
  /** Set apart from the rest: it ends things. */
  isLast?: true
}>

/** The account area's way around, one row per page. */
export const sectionRows: readonly SectionRow[] = [
  { section: 'base', icon: 'user', title: 'account.nav.base' },
  { section: 'common', icon: 'theme', title: 'account.nav.common' },
  { section: 'security', icon: 'shield', title: 'account.nav.security' },
  { section: 'organisation', icon: 'factory', title: 'organisation.title' },
  { section: 'data-centre', icon: 'globe', title: 'account.nav.dataCentre', centresOnly: true },
  { section: 'exportAccount', icon: 'download', title: 'account.nav.export', any: ['accountExport'] },
  { section: 'accountRevoke', icon: 'trash', title: 'account.nav.revoke', any: ['accountCancel'], isLast: true },
]
