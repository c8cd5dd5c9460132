import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { Link } from 'react-router'
import buttonStyles from './button.module.css'
import { cx } from './class-names.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'
import styles from './menu.module.css'

const GAP = 6
const EDGE = 12

/** A button with a list that drops from it. Arrows step, Esc closes, a choice closes. */
export function Menu({
  label,
  button,
  buttonClass,
  head,
  children,
}: Readonly<{
  label: string
  button: ReactNode
  buttonClass?: string | undefined
  head?: ReactNode
  children: ReactNode
}>) {
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)

  const place = (): void => {
    const [at, box] = [trigger.current?.getBoundingClientRect(), list.current]
    if (!at || !box) return
    const { width, height } = box.getBoundingClientRect()
    const below = at.bottom + GAP + height < window.innerHeight - EDGE
    box.style.top = `${below ? at.bottom + GAP : Math.max(EDGE, at.top - GAP - height)}px`
    box.style.left = `${Math.max(EDGE, Math.min(at.right - width, window.innerWidth - width - EDGE))}px`
    const items = box.querySelectorAll<HTMLElement>('[role^="menuitem"]')
    const chosen = box.querySelector<HTMLElement>('[role^="menuitem"][aria-checked="true"]')
    ;(chosen ?? items[0])?.focus()
  }

  const step = (event: KeyboardEvent): void => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
    if (to === undefined || items.length === 0) return
    event.preventDefault()
    items[(to + items.length) % items.length]?.focus()
  }

  return (
    <div className={styles.menu}>
      <button
        ref={trigger}
        type="button"
        className={cx(buttonStyles.button, buttonClass ?? cx(buttonStyles.buttonQuiet, buttonStyles.buttonS))}
        data-part="button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-label={label}
        title={label}
      >
        {button}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: clicks bubble up from the items, arrows step between them */}
      <div
        ref={list}
        id={id}
        className={styles.menuList}
        popover="auto"
        onToggle={(event) => event.newState === 'open' && place()}
        onKeyDown={step}
        onClick={(event) => {
          if ((event.target as HTMLElement).closest('[role^="menuitem"]')) list.current?.hidePopover()
        }}
      >
        {head && <div className={styles.menuHead}>{head}</div>}
        <div role="menu" aria-label={label}>
          {children}
        </div>
      </div>
    </div>
  )
}

type ItemProps = Readonly<{ icon?: IconName; checked?: boolean; children: ReactNode; lang?: string }>

export function MenuItem({ icon, checked, children, lang, onPick }: ItemProps & Readonly<{ onPick: () => void }>) {
  const role = checked === undefined ? 'menuitem' : 'menuitemradio'
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: aria-checked comes with menuitemradio only
    <button
      type="button"
      className={styles.menuItem}
      data-part="menu-item"
      role={role}
      aria-checked={checked}
      lang={lang}
      onClick={onPick}
    >
      {icon && <Icon name={icon} size={18} />}
      {children}
      {checked && (
        <span className={styles.menuItemEnd}>
          <Icon name="check" size={17} />
        </span>
      )}
    </button>
  )
}

export function MenuLink({ icon, to, children }: ItemProps & Readonly<{ to: string }>) {
  return (
    <Link className={styles.menuItem} data-part="menu-item" role="menuitem" to={to}>
      {icon && <Icon name={icon} size={18} />}
      {children}
    </Link>
  )
}
