import { accountPath } from '../address/account-paths.ts'
import { createPlantPath, plantListPath } from '../address/paths.ts'
import { useSignOut, useUser } from '../auth/session.ts'
import { useBrand } from '../brand/brand-context.ts'
import { usePermission } from '../identity/permitted.tsx'
import { useSavePreferences } from '../identity/use-save-preferences.ts'
import { toAccountTheme } from '../preferences/theme.ts'
import { useLanguage } from '../texts/language-context.ts'
import { useText } from '../texts/use-text.tsx'
import buttonStyles from '../ui/button.module.css'
import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import menuStyles from '../ui/menu.module.css'
import { Menu, MenuItem, MenuLink } from '../ui/menu.tsx'
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
        <div className={styles.userMenuHead}>
          <Avatar />
          <div>
            <div className={styles.userMenuName}>{user.nickname || user.account}</div>
            <div className="tiny faint">{text('shell.signedInAs', { account: user.account })}</div>
          </div>
        </div>
      }
    >
      {may(['user']) && (
        <>
          <MenuLink icon="user" to={accountPath('base')}>
            {text('shell.menu.me')}
          </MenuLink>
          <MenuLink icon="theme" to={accountPath('common')}>
            {text('shell.menu.general')}
          </MenuLink>
          <MenuLink icon="shield" to={accountPath('security')}>
            {text('shell.menu.accountSecurity')}
          </MenuLink>
          {brand.hasCentres && (
            <MenuLink icon="globe" to={accountPath('data-centre')}>
              {text('shell.menu.dataCenter')}
            </MenuLink>
          )}
          <hr className={menuStyles.menuRule} />
        </>
      )}
      <div className={styles.userMenuRow}>
        {text('shell.theme.label')}
        <ThemeSwitch onPick={(theme) => void save({ theme: toAccountTheme(theme) })} />
      </div>
      <hr className={menuStyles.menuRule} />
      <MenuLink icon="plants" to={plantListPath()}>
        {text('shell.menu.myPlant')}
      </MenuLink>
      {may(['plantCreate']) && (
        <MenuLink icon="add" to={createPlantPath()}>
          {text('shell.menu.newPlant')}
        </MenuLink>
      )}
      {manual && may(['onlineInstructions']) && (
        <a
          className={menuStyles.menuItem}
          data-part="menu-item"
          role="menuitem"
          href={manual}
          target="_blank"
          rel="noreferrer"
        >
          <Icon name="external" size={18} />
          {text('shell.menu.userManual')}
        </a>
      )}
      <MenuItem icon="keyboard" onPick={onKeys}>
        {text('shell.keyboard.title')}
      </MenuItem>
      <MenuLink icon="info" to="/version">
        {text('shell.version.title')}
      </MenuLink>
      <hr className={menuStyles.menuRule} />
      <MenuItem icon="logout" onPick={() => void signOut()}>
        {text('shell.menu.logOut')}
      </MenuItem>
    </Menu>
  )
}
