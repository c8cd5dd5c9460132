import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import buttonStyles from './button.module.css'
import { cx } from './class-names.ts'
import type { IconName } from './icons.ts'

/** The list comes when it is first wanted: the button alone stands in the first picture of a page. */
const loadList = () => import('./menu-list.tsx')
const MenuList = lazy(async () => ({ default: (await loadList()).MenuList }))

export type MenuEntry = Readonly<{
  id: string
  content: ReactNode
  /** What the entry is called, where its content is more than a text. */
  name?: string
  icon?: IconName
  lang?: string
  /** One of several, of which one is chosen. */
  checked?: boolean
  /** A place of the page, or another one that opens beside it. */
  to?: string
  href?: string
  onPick?: () => void
}>

export type MenuProps = Readonly<{
  label: string
  head?: ReactNode
  /** Entries between lines; `false` leaves one out. */
  groups: readonly (readonly (MenuEntry | false)[])[]
}>

/** A button with a list that drops from it. Arrows step, Esc closes, a choice closes. */
export function Menu({
  button,
  buttonClass = cx(buttonStyles.buttonQuiet, buttonStyles.buttonS),
  ...list
}: MenuProps & Readonly<{ button: ReactNode; buttonClass?: string | undefined }>) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const warm = (): void => void loadList().catch(() => undefined)
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={cx(buttonStyles.button, buttonClass)}
        data-part="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={list.label}
        title={list.label}
        onPointerEnter={warm}
        onFocus={warm}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {button}
      </button>
      {isOpen && (
        <Suspense>
          <MenuList {...list} trigger={trigger} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
