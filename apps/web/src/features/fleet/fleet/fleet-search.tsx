import { useCallback } from 'react'
import { useTypedKeyword } from '../../../address/use-typed-keyword.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useFleetAddress } from './fleet-address.ts'
import styles from './fleet-search.module.css'

/** Where the list of plants, which has a search of its own, is not beside the page. */
export function FleetSearch() {
  const { text } = useText()
  const { keyword, change } = useFleetAddress()
  const search = useCallback((q: string) => change({ q, page: null }, { replace: true }), [change])
  const [typed, setTyped] = useTypedKeyword(keyword, search)
  return (
    <search className={styles.fleetSearch}>
      <Icon name="search" size={17} />
      <input
        type="search"
        aria-label={text('plant-list.search')}
        placeholder={text('plant-list.search')}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </search>
  )
}
