import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useShortcuts } from './shortcuts.ts'

/** A search field that `/` leads into, and the search of the header when it opens the field's page. */
export function useSearchFocus(): RefObject<HTMLInputElement | null> {
  const { state } = useLocation()
  const field = useRef<HTMLInputElement>(null)
  const focus = useCallback(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  useShortcuts([{ key: '/', text: 'shell.keyboard.search', run: focus }])
  const isWanted = (state as { focusSearch?: boolean } | null)?.focusSearch === true
  useEffect(() => {
    if (isWanted) focus()
  }, [isWanted, focus])
  return field
}
