import { findHex } from '@heliograph/domain/colour.ts'
import type { Brand } from '../branding/branding.ts'

/** How a brand shows itself in a letter. */
export type LetterBrand = Readonly<{
  name: string
  colour: string /** An address outside, or none. */
  logo: string | undefined
}>

const fallbackColour = '#4c87ff'

export function toLetterBrand(brand: Brand, language: string, publicUrl: string): LetterBrand {
  const named = (wanted: string) =>
    brand.texts.find((one) => one.type === 'SHOW_NAME' && one.language === wanted && one.text.trim() !== '')?.text
  const logo = brand.squareLogo || brand.topNavigationLogo
  return {
    name: (named(language) ?? named('') ?? 'Heliograph').replace(/\p{C}/gu, '').trim(),
    colour: findHex(brand.colours.find(({ type }) => type === 'primary')?.code ?? '') ?? fallbackColour,
    // Mail programs show pictures over https only; they cannot reach a server at home either.
    logo: logo === '' ? undefined : toOutside(logo, publicUrl),
  }
}

function toOutside(link: string, publicUrl: string): string | undefined {
  const address = link.startsWith('/') ? `${publicUrl}${link}` : link
  return address.startsWith('https://') ? address : undefined
}
