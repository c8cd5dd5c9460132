import { useLocation } from 'react-router'
import { accountPath } from '../address/account-paths.ts'
import { withQuery } from '../address/paths.ts'
import { useSignOut, useUser } from '../auth/session.ts'
import { useBrand } from '../brand/brand-context.ts'
import { usePermission } from '../identity/permitted.tsx'
import { useSavePreferences } from '../identity/use-save-preferences.ts'
import { toAccountTheme } from '../preferences/theme.ts'
import { useLanguage } from '../texts/language-context.ts'
import { useText } from '../texts/use-text.tsx'
import buttonStyles from '../ui/button.module.css'
import { cx } from '../ui/class-names.ts'
import { Menu } from '../ui/menu.tsx'
import { Avatar } from './avatar.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import styles from './user-menu.module.css'

export function UserMenu({ onKeys }: Readonly<{ onKeys: () => void }>) {
  const { text } = useText()
  const { code } = useLanguage()
  const { pathname, search } = useLocation()
  const user = useUser()
  const may = usePermission()
  const save = useSavePreferences()
  const signOut = useSignOut()
  const brand = useBrand()
  const inAccount = may(['user'])
  const manual = brand.link('MANNUAL_URL', code)
  return (
    <Menu
      label={text('shell.menu.account')}
      buttonClass={cx(buttonStyles.buttonQuiet, buttonStyles.buttonIconOnly)}
      button={<Avatar />}
      head={
        <>
          <div className={styles.userMenuHead}>
            <Avatar />
            <div>
              <div className={styles.userMenuName}>{user.nickname || user.account}</div>
              <div className="tiny faint">{text('shell.signedInAs', { account: user.account })}</div>
            </div>
          </div>
          <div className={styles.userMenuRow}>
            {text('shell.theme.label')}
            <ThemeSwitch onPick={(theme) => void save({ theme: toAccountTheme(theme) })} />
          </div>
        </>
      }
      groups={[
        inAccount
          ? [
              { id: 'me', icon: 'user', to: accountPath('base'), content: text('shell.menu.me') },
              { id: 'general', icon: 'theme', to: accountPath('common'), content: text('shell.menu.general') },
              {
                id: 'security',
                icon: 'shield',
                to: accountPath('security'),
                content: text('shell.menu.accountSecurity'),
              },
              brand.hasCenters && {
                id: 'center',
                icon: 'globe',
                to: accountPath('data-center'),
                content: text('shell.menu.dataCenter'),
              },
            ]
          : [],
        [
          (inAccount || manual !== undefined) &&
            may(['onlineInstructions']) && {
              id: 'manual',
              ...(manual === undefined
                ? { icon: 'list' as const, to: accountPath('instructions') }
                : { icon: 'external' as const, href: manual }),
              content: text('shell.menu.userManual'),
            },
          inAccount &&
            may(['onlineCustomer']) && {
              id: 'support',
              icon: 'phone',
              to: accountPath('udesk'),
              content: text('shell.menu.onlineService'),
            },
          inAccount &&
            may(['suggestion']) && {
              id: 'feedback',
              icon: 'mail',
              // The operator learns the person's page, if they agree.
              to: withQuery(accountPath('suggestion'), { from: `${pathname}${search}` }),
              content: text('shell.menu.feedback'),
            },
          { id: 'keys', icon: 'keyboard', onPick: onKeys, content: text('shell.keyboard.title') },
          { id: 'version', icon: 'info', to: '/version', content: text('shell.version.title') },
        ],
        [
          inAccount &&
            user.isAdmin && {
              id: 'operator',
              icon: 'settings',
              to: accountPath('operator'),
              content: text('account.nav.server'),
            },
        ],
        [{ id: 'out', icon: 'logout', onPick: () => void signOut(), content: text('shell.menu.logOut') }],
      ]}
    />
  )
}
