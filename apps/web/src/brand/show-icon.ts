import type { LanguageCode } from '@heliograph/domain/languages.ts'
import { type Brand, DEFAULT_ICON } from '../api/brand.ts'

/**
 * The brand's icon in the tab and on a home screen, and what the page is installed as: the server knows the brand by
 * its host, and by the one that the address names.
 */
export function showIcon(
  { icon }: Pick<Brand, 'icon'>,
  { language, clientStyle }: Readonly<{ language?: LanguageCode; clientStyle?: string | undefined }> = {},
): void {
  const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')
  const query = new URLSearchParams({ ...(language && { lan: language }), ...(clientStyle && { clientStyle }) })
  if (manifest && query.size > 0) manifest.href = `/manifest.webmanifest?${query}`
  if (icon === DEFAULT_ICON) return
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="icon"], link[rel="apple-touch-icon"]')) {
    if (link.getAttribute('href') === icon) continue
    link.removeAttribute('type')
    link.href = icon
  }
}
