import { useLayoutEffect } from 'react'
import { brandName } from '../api/brand.ts'
import { useLanguage } from '../texts/language-context.ts'
import { useBrand } from './brand-context.ts'

/**
 * Names the page in the tab, the history and bookmarks: `Vineyard · Devices · Heliograph`. Unknown parts are left out.
 * One component at a time: around a plant's pages it is their frame. The name is there with the page's first picture.
 */
export function usePageTitle(...parts: readonly (string | undefined)[]): void {
  const { code } = useLanguage()
  const name = brandName(useBrand(), code)
  const title = [...parts, name].filter(Boolean).join(' · ')
  useLayoutEffect(() => {
    document.title = title
    // A page that says nothing is at least not taken for the one before.
    return () => {
      document.title = name
    }
  }, [title, name])
}
