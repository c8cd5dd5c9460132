import { useText } from '../../../texts/use-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { MenuProps } from '../../../ui/menu-entry.ts'
import styles from './row-menu.module.css'

/** Further actions on the device of a row. On a phone three dots stand for the word. */
export function RowMenu({ label, groups }: Pick<MenuProps, 'label' | 'groups'>) {
  const { text } = useText()
  return (
    <Menu
      label={label}
      button={
        <>
          <span className={styles.word}>
            {text('shell.tab.more')}
            <Icon name="chevronDown" size={14} />
          </span>
          <Icon name="more" className={styles.dots} />
        </>
      }
      groups={groups}
    />
  )
}
