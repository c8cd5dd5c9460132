import type { LanguageCode } from '@heliograph/domain/languages.ts'
import { atBase } from '../api/base-path.ts'
import { type Brand, DEFAULT_ICON } from '../api/brand.ts'

/**
 * The brand's icon in the tab and on a home screen, and what the page is installed as: the server knows the brand by
 * its host, and by the one that the address names.
 */
export function showIcon(
  { icon, isOem = false }: Pick<Brand, 'icon'> & Partial<Pick<Brand, 'isOem'>>,
  { language, clientStyle }: Readonly<{ language?: LanguageCode; clientStyle?: string | undefined }> = {},
): void {
  const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')
  const query = new URLSearchParams({ ...(language && { lan: language }), ...(clientStyle && { clientStyle }) })
  if (manifest && query.size > 0) manifest.href = atBase(`/manifest.webmanifest?${query}`)
  if (icon === DEFAULT_ICON && !isOem) return
  const style = clientStyle ? `?${new URLSearchParams({ clientStyle })}` : ''
  // A plain sun in the brand's color: the product's own sign is for the product.
  const shown = icon === DEFAULT_ICON ? atBase(`/app-icons/192.png${style}`) : icon
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="icon"], link[rel="apple-touch-icon"]')) {
    if (link.getAttribute('href') === shown) continue
    link.removeAttribute('type')
    link.href = shown
  }
}
