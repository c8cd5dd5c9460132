import { useCallback } from 'react'
import { useUrlState } from '../../../address/url-state.ts'
import { useTypedKeyword } from '../../../address/use-typed-keyword.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import '../../../ui/kbd.css'
import { useSearchFocus } from '../../../ui/search-focus.ts'
import plantRailStyles from './plant-rail.module.css'

/** The search of the list of plants. */
export function PlantSearch({ onStep }: Readonly<{ onStep: () => void }>) {
  const { text } = useText()
  const { keyword, change } = useUrlState()
  const search = useCallback((q: string) => change({ q }, { replace: true }), [change])
  const [typed, setTyped] = useTypedKeyword(keyword, search)
  const field = useSearchFocus()

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
