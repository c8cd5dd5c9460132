import { type Brand, DEFAULT_ICON } from '../api/brand.ts'

/** The brand's icon in the tab and on a home screen. Another brand's page is not installed under our name. */
export function showIcon({ icon }: Pick<Brand, 'icon'>): void {
  if (icon === DEFAULT_ICON) return
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="icon"], link[rel="apple-touch-icon"]')) {
    if (link.getAttribute('href') === icon) continue
    link.removeAttribute('type')
    link.href = icon
  }
  document.querySelector('link[rel="manifest"]')?.remove()
}
