import { brandTokens } from '@heliograph/domain/brand/brand-tokens.ts'
import { menuTokens } from '@heliograph/domain/brand/menu-tokens.ts'
import type { BrandColor } from '../api/brand.ts'

/** Surfaces are of their theme: the dark one has the header's alone, darkened. */
const isOfSurface = (token: string): boolean => /^(?:left-menu|top|create|switch)-/.test(token)

/** The list of plants, a ground of its own in the light theme. */
const MENU = '[data-theme="light"] [data-ground="menu"]'

/** A brand's colors as a style sheet for both themes. Invalid colors are left out, so the page's own stay. */
export function toStyleSheet(colors: readonly BrandColor[]): string {
  const light = Object.entries(brandTokens(colors, 'light'))
  const dark = brandTokens(colors, 'dark')
  const { menu, card } = menuTokens(colors)
  // Tokens that the dark theme leaves to the page's own colors must not reach it from here: this sheet comes after the
  // page's.
  const isOfBoth = (token: string): boolean => !isOfSurface(token) && token in dark
  const rule = (selector: string, tokens: readonly (readonly [string, string])[]): string =>
    tokens.length === 0 ? '' : `${selector}{${tokens.map(([token, value]) => `--${token}:${value}`).join(';')}}`
  return `${rule(
    ':root',
    light.filter(([token]) => isOfBoth(token)),
  )}${rule(
    '[data-theme="light"]',
    light.filter(([token]) => !isOfBoth(token)),
  )}${rule('[data-theme="dark"]', Object.entries(dark))}${rule(MENU, Object.entries(menu))}${rule(
    `${MENU} [aria-current="page"]`,
    Object.entries(card),
  )}`
}

/** Constructed style sheets pass a strict content policy, `<style>` elements do not. */
export function applyStyleSheet(css: string): void {
  if (css === '' || !('adoptedStyleSheets' in document)) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [sheet]
}
