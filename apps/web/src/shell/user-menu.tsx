import { accountPath } from '../address/account-paths.ts'
import { createPlantPath, explorerPath, plantListPath } from '../address/paths.ts'
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
  const user = useUser()
  const may = usePermission()
  const save = useSavePreferences()
  const signOut = useSignOut()
  const brand = useBrand()
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
        may(['user'])
          ? [
              { id: 'me', icon: 'user', to: accountPath('base'), content: text('shell.menu.me') },
              { id: 'general', icon: 'theme', to: accountPath('common'), content: text('shell.menu.general') },
              {
                id: 'security',
                icon: 'shield',
                to: accountPath('security'),
                content: text('shell.menu.accountSecurity'),
              },
              brand.hasCentres && {
                id: 'centre',
                icon: 'globe',
                to: accountPath('data-centre'),
                content: text('shell.menu.dataCenter'),
              },
            ]
          : [],
        [
          { id: 'plants', icon: 'plants', to: plantListPath(), content: text('shell.menu.myPlant') },
          { id: 'explorer', icon: 'chart', to: explorerPath(), content: text('explorer.title') },
          may(['plantCreate']) && {
            id: 'create',
            icon: 'add',
            to: createPlantPath(),
            content: text('shell.menu.newPlant'),
          },
          manual !== undefined &&
            may(['onlineInstructions']) && {
              id: 'manual',
              icon: 'external',
              href: manual,
              content: text('shell.menu.userManual'),
            },
          { id: 'keys', icon: 'keyboard', onPick: onKeys, content: text('shell.keyboard.title') },
          { id: 'version', icon: 'info', to: '/version', content: text('shell.version.title') },
        ],
        [{ id: 'out', icon: 'logout', onPick: () => void signOut(), content: text('shell.menu.logOut') }],
      ]}
    />
  )
}
