import { type RefObject, useEffect, useRef } from 'react'
import { Menu, MenuItem, MenuSection, RouterProvider, Separator } from 'react-aria-components'
import { useHref, useNavigate } from 'react-router'
import { cx } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './menu.module.css'
import type { MenuEntry, MenuProps } from './menu-entry.ts'
import { PopUp } from './pop-up.tsx'

const Content = ({ icon, checked, content }: MenuEntry) => (
  <>
    {icon && <Icon name={icon} size={18} />}
    {content}
    {checked && (
      <span className={styles.menuItemEnd}>
        <Icon name="check" size={17} />
      </span>
    )}
  </>
)

const Entry = (entry: MenuEntry) => (
  <MenuItem
    id={entry.id}
    className={cx(styles.menuItem)}
    data-part="menu-item"
    textValue={entry.name ?? String(entry.content)}
    {...(entry.lang ? { lang: entry.lang } : {})}
    {...(entry.to ? { href: entry.to } : {})}
    {...(entry.href ? { href: entry.href, target: '_blank', rel: 'noreferrer' } : {})}
    {...(entry.onPick ? { onAction: entry.onPick } : {})}
  >
    <Content {...entry} />
  </MenuItem>
)

/** A group of options is announced as one; the page manages the selection. */
function Group({ label, entries }: Readonly<{ label: string; entries: readonly MenuEntry[] }>) {
  const isChoice = entries.some(({ checked }) => checked !== undefined)
  const chosen = entries.filter(({ checked }) => checked).map(({ id }) => id)
  return (
    <MenuSection
      aria-label={label}
      {...(isChoice ? ({ selectionMode: 'single', selectedKeys: chosen, disallowEmptySelection: true } as const) : {})}
    >
      {entries.map((entry) => (
        <Entry key={entry.id} {...entry} />
      ))}
    </MenuSection>
  )
}

/** The router would take a page elsewhere for one of its own. */
function useEntryHref(href: string): string {
  const own = useHref(href)
  return /^[a-z]+:/i.test(href) ? href : own
}

/** The list below a menu's button, beside it and within the window. */
export function MenuList({
  label,
  head,
  groups,
  trigger,
  onClose,
}: MenuProps & Readonly<{ trigger: RefObject<HTMLButtonElement | null>; onClose: () => void }>) {
  const navigate = useNavigate()
  const menu = useRef<HTMLDivElement>(null)
  // The entries are rendered after the list, which would otherwise take the focus.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const entries = [...(menu.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
      const first = entries.find((entry) => entry.getAttribute('aria-checked') === 'true') ?? entries[0]
      // The page would scroll for it, and with the page the list closes.
      first?.focus({ preventScroll: true })
      const list = menu.current?.parentElement
      if (list && first) list.scrollTop = first.offsetTop - list.clientHeight / 2
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  const shown = groups.map((group) => group.filter((entry) => entry !== false)).filter((group) => group.length > 0)
  return (
    <RouterProvider navigate={(to) => void navigate(to)} useHref={useEntryHref}>
      <PopUp trigger={trigger} label={label} className={styles.menuList} onClose={onClose}>
        {/* A press on it keeps the focus in the list, where Esc is heard. */}
        {head && (
          <div className={styles.menuHead} tabIndex={-1}>
            {head}
          </div>
        )}
        <Menu ref={menu} aria-label={label} onClose={onClose} className={cx(styles.menuItems)}>
          {shown.flatMap((entries, at) => [
            at > 0 && <Separator key={`line-${entries[0]?.id}`} className={cx(styles.menuRule)} />,
            <Group key={entries[0]?.id} label={label} entries={entries} />,
          ])}
        </Menu>
      </PopUp>
    </RouterProvider>
  )
}
