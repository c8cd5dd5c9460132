import { type RefObject, useContext, useEffect, useRef } from 'react'
import { ComboBoxStateContext, ListBox, ListBoxItem, Popover } from 'react-aria-components'
import { useText } from '../texts/use-text.tsx'
import { cx } from './class-names.ts'
import styles from './combobox.module.css'
import type { ComboOption } from './find-options.ts'

const GAP = 6
const MOST_HIGH = 300

/** Enter takes the best of what was found: it is marked whenever something else was found. */
export function MarkBest({ typed, best }: Readonly<{ typed: string | undefined; best: string | undefined }>) {
  const state = useContext(ComboBoxStateContext)
  const markedIn = useRef<unknown>(undefined)
  useEffect(() => {
    if (!state?.isOpen || !typed || best === undefined || state.collection.getItem(best) === null) return
    const { focusedKey } = state.selectionManager
    // React Aria moves the mark too when its option goes, after this effect: what was marked is seen a render later.
    if (focusedKey === best) markedIn.current = state.collection
    // From there on the arrows and the mouse move it.
    else if (markedIn.current !== state.collection || focusedKey === null) state.selectionManager.setFocusedKey(best)
  })
  return null
}

/** The options below a field. */
export function ComboboxOptions({ box, layer }: Readonly<{ box: RefObject<HTMLElement | null>; layer: HTMLElement }>) {
  const { text } = useText()
  const state = useContext(ComboBoxStateContext)
  const isOpen = state?.isOpen ?? false
  const isSettled = useRef(false)
  // Scrolling closes the list, but not the scrolling that brings the field into view as it is entered: it ends in a frame.
  useEffect(() => {
    isSettled.current = false
    if (!isOpen) return
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        isSettled.current = true
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [isOpen])
  return (
    <Popover
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open && isSettled.current) state?.close()
      }}
      triggerRef={box}
      offset={GAP}
      maxHeight={MOST_HIGH}
      className={cx(styles.comboboxList)}
      UNSTABLE_portalContainer={layer}
    >
      <ListBox<ComboOption>
        className={cx(styles.comboboxOptions)}
        renderEmptyState={() => <div className={styles.comboboxNone}>{text('shell.empty')}</div>}
      >
        {(option) => (
          <ListBoxItem id={option.value} textValue={option.label} className={cx(styles.comboboxOption)}>
            {option.label}
            {option.note && <small>{option.note}</small>}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  )
}
