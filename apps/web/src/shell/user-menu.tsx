import { useBrand } from '../brand/brand-context.ts'
import { createPlantPath, plantListPath } from '../session/paths.ts'
import { useSignOut, useUser } from '../session/session.ts'
import { useLanguage } from '../texts/language-context.ts'
import { useText } from '../texts/use-text.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu, MenuItem, MenuLink } from '../ui/menu.tsx'
import { initialsOf } from './initials.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import './user-menu.css'

export function UserMenu({ onKeys }: Readonly<{ onKeys: () => void }>) {
  const { text } = useText()
  const { code } = useLanguage()
  const user = useUser()
  const signOut = useSignOut()
  const manual = useBrand().link('MANNUAL_URL', code)
  const name = user.nickname || user.account
  return (
    <Menu
      label={text('shell.menu.account')}
      buttonClass="button-quiet button-icon-only"
      button={<span className="avatar">{initialsOf(name)}</span>}
      head={
        <>
          <div className="user-menu-name">{name}</div>
          <div className="tiny faint">{text('shell.signedInAs', { account: user.account })}</div>
        </>
      }
    >
      <div className="user-menu-row">
        {text('shell.theme.label')}
        <ThemeSwitch />
      </div>
      <hr className="menu-rule" />
      <MenuLink icon="plants" to={plantListPath()}>
        {text('shell.menu.myPlant')}
      </MenuLink>
      <MenuLink icon="add" to={createPlantPath()}>
        {text('shell.menu.newPlant')}
      </MenuLink>
      {manual && (
        <a className="menu-item" role="menuitem" href={manual} target="_blank" rel="noreferrer">
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
      <hr className="menu-rule" />
      <MenuItem icon="logout" onPick={() => void signOut()}>
        {text('shell.menu.logOut')}
      </MenuItem>
    </Menu>
  )
}
