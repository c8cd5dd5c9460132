import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useUrlState } from '../../address/url-state.ts'
import { useText } from '../../texts/use-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import '../../ui/kbd.css'
import { useShortcuts } from '../../ui/shortcuts.ts'
import plantRailStyles from './plant-rail.module.css'

const DEBOUNCE_MS = 250

/** The search is in the URL; typing updates it after a pause. */
export function PlantSearch({ onStep }: Readonly<{ onStep: () => void }>) {
  const { text } = useText()
  const { keyword, change } = useUrlState()
  const { state } = useLocation()
  const [typed, setTyped] = useState(keyword)
  const field = useRef<HTMLInputElement>(null)
  const [lastKeyword, setLastKeyword] = useState(keyword)
  // Back and forward change the URL without the field.
  if (lastKeyword !== keyword) {
    setLastKeyword(keyword)
    if (typed.trim() !== keyword) setTyped(keyword)
  }

  const focus = useCallback(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  useShortcuts([{ key: '/', text: 'shell.keyboard.search', run: focus }])
  const wanted = (state as { focusSearch?: boolean } | null)?.focusSearch === true
  useEffect(() => {
    if (wanted) focus()
  }, [wanted, focus])

  useEffect(() => {
    const next = typed.trim()
    if (next === keyword) return
    const timer = setTimeout(() => change({ q: next }, { replace: true }), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, keyword, change])

  return (
    <search className={plantRailStyles.plantRailSearch}>
      <Icon name="search" size={17} />
      <input
        ref={field}
        type="search"
        aria-label={text('plant-list.search')}
        placeholder={text('plant-list.search')}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            if (typed) setTyped('')
            else field.current?.blur()
          } else if (event.key === 'ArrowDown') {
            event.preventDefault()
            onStep()
          }
        }}
      />
      {typed ? (
        <button
          type="button"
          className={plantRailStyles.plantRailClear}
          aria-label={text('plant-list.clear')}
          onClick={() => {
            setTyped('')
            field.current?.focus()
          }}
        >
          <Icon name="close" size={16} />
        </button>
      ) : (
        <kbd>/</kbd>
      )}
    </search>
  )
}
