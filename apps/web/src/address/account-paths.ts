/** Addresses of the account area (specification, section 2). */
export const accountSections = [
  'base',
  'common',
  'security',
  'message',
  'data-center',
  'organization',
  'security-events',
  'operator',
  'brand',
  'udesk',
  'instructions',
  'suggestion',
  'exportAccount',
  'accountRevoke',
  'accountRevokeStep',
] as const
export type AccountSection = (typeof accountSections)[number]

export const SETTINGS_PATH = '/account/settings'
/** `/account/settings/security#passkeys` */
export const accountPath = (section: AccountSection, part = ''): string =>
  `${SETTINGS_PATH}/${section}${part === '' ? '' : `#${part}`}`

/** The page after the deletion of an account; without a session. */
export const CANCELLED_PATH = '/account/cancelled'
