import type { LegalTextType } from '@heliograph/domain/brand/shipped-texts.ts'
import type { ReactNode } from 'react'
import { withClientStyle } from '../address/address.ts'
import { useLanguage } from '../texts/language-context.ts'
import { useBrand } from './brand-context.ts'

/** The brand's terms or privacy notice, in a tab of its own; nothing where it has none. */
export function LegalLink({ type, children }: Readonly<{ type: LegalTextType; children: ReactNode }>) {
  const { code } = useLanguage()
  const link = useBrand().link(type, code)
  return (
    link && (
      <a href={keepStyle(link)} target="_blank" rel="noreferrer">
        {children}
      </a>
    )
  )
}

/** A new tab knows of the brand that the address names only by its own address. */
function keepStyle(link: string): string {
  const style = new URLSearchParams(window.location.search).get('clientStyle')
  if (!style || !link.startsWith('/')) return link
  const { pathname, search, hash } = new URL(link, window.location.origin)
  return `${pathname}${withClientStyle(search, style)}${hash}`
}
