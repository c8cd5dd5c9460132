import type { TextKey } from '@heliograph/i18n/keys.ts'
import type { AccountSection } from '../../../address/account-paths.ts'
import type { IconName } from '../../../ui/icons.ts'

export type SectionRow = Readonly<{
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
export const sectionRows: readonly SectionRow[] = [
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
