import { useEffect, useState } from 'react'

const DEBOUNCE_MS = 250

/**
 * The text of a search field whose keyword is in the URL: typing updates the URL after a pause.
 * @param change replaces the keyword in the URL; must stay the same between renders
 */
export function useTypedKeyword(
  keyword: string,
  change: (keyword: string) => void,
): readonly [typed: string, setTyped: (typed: string) => void] {
  const [typed, setTyped] = useState(keyword)
  const [lastKeyword, setLastKeyword] = useState(keyword)
  /** The text that this field put into the URL: it may arrive after more was typed. */
  const [asked, setAsked] = useState<string>()
  // Back and forward change the URL without the field.
  if (lastKeyword !== keyword) {
    setLastKeyword(keyword)
    setAsked(undefined)
    if (keyword !== asked && typed.trim() !== keyword) setTyped(keyword)
  }
  useEffect(() => {
    const next = typed.trim()
    if (next === keyword) return
    const { pathname } = window.location
    const timer = setTimeout(() => {
      // A link was pressed, and its page is not drawn yet: `change` would go back to this one. Its page asks again.
      if (window.location.pathname !== pathname) return
      setAsked(next)
      change(next)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, keyword, change])
  return [typed, setTyped]
}
