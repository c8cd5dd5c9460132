import { type ReactNode, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react'
import buttonStyles from './button.module.css'
import { cx } from './class-names.ts'
import { firstPart } from './lazy-part.ts'
import type { MenuProps } from './menu-entry.ts'
import { onModalOpens } from './modal-opening.ts'

/** The list is loaded on first use: the first render has only the button. */
const loadList = () => import('./menu-list.tsx')
const MenuList = firstPart(loadList, 'MenuList')

/** A button with a drop-down list. Arrows step, Esc closes, a selection closes. */
export function Menu({
  button,
  buttonClass = cx(buttonStyles.buttonQuiet, buttonStyles.buttonS),
  ...list
}: MenuProps & Readonly<{ button: ReactNode; buttonClass?: string | undefined }>) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  // The press is seen at once; a long list takes longer than a frame on a phone.
  const isShown = useDeferredValue(isOpen)
  useEffect(() => (isOpen ? onModalOpens(() => setOpen(false)) : undefined), [isOpen])
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
        onPointerEnter={({ pointerType }) => {
          // A finger presses at once: the list would be loaded in the middle of the press.
          if (pointerType === 'mouse') warm()
        }}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {button}
      </button>
      {isOpen && isShown && (
        <Suspense>
          <MenuList {...list} trigger={trigger} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
