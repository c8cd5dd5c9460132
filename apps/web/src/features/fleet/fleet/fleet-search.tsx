import { useCallback } from 'react'
import { useTypedKeyword } from '../../../address/use-typed-keyword.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useSearchFocus } from '../../../ui/search-focus.ts'
import { useFleetAddress } from './fleet-address.ts'
import styles from './fleet-search.module.css'

/** The search of the fleet page, on which the list of plants is folded. */
export function FleetSearch() {
  const { text } = useText()
  const { keyword, change } = useFleetAddress()
  const search = useCallback((q: string) => change({ q, page: null }, { replace: true }), [change])
  const field = useSearchFocus()
  const [typed, setTyped] = useTypedKeyword(keyword, search)
  return (
    <search className={styles.fleetSearch}>
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
          if (event.key === 'Escape') setTyped('')
        }}
      />
    </search>
  )
}
