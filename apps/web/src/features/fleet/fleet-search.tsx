import { useEffect, useState } from 'react'
import { useText } from '../../texts/use-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useFleetAddress } from './fleet-address.ts'
import styles from './fleet-search.module.css'

const DEBOUNCE_MS = 250

/** Where the list of plants, which has a search of its own, is not beside the page. */
export function FleetSearch() {
  const { text } = useText()
  const { keyword, change } = useFleetAddress()
  const [typed, setTyped] = useState(keyword)
  const [lastKeyword, setLastKeyword] = useState(keyword)
  // Back and forward change the address behind the field's back.
  if (lastKeyword !== keyword) {
    setLastKeyword(keyword)
    if (typed.trim() !== keyword) setTyped(keyword)
  }
  useEffect(() => {
    const next = typed.trim()
    if (next === keyword) return
    const timer = setTimeout(() => change({ q: next, page: null }, { replace: true }), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, keyword, change])
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
