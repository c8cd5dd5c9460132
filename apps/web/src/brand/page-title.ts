import { useEffect } from 'react'
import { brandName } from '../api/brand.ts'
import { useLanguage } from '../texts/language-context.ts'
import { useBrand } from './brand-context.ts'

/** Names the page in the tab, the history and bookmarks: `Vineyard · Devices · Heliograph`. Unknown parts are left out. */
export function usePageTitle(...parts: readonly (string | undefined)[]): void {
  const { code } = useLanguage()
  const name = brandName(useBrand(), code)
  const title = [...parts, name].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
    // A page that says nothing is at least not taken for the one before.
    return () => {
      document.title = name
    }
  }, [title, name])
}
