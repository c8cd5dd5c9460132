import { findHex } from '@heliograph/domain/color.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import type { Brand } from '../branding/branding.ts'

/** The part of a brand that an email shows. */
export type EmailBrand = Readonly<{
  name: string
  color: string
  /** A public https address, or none. */
  logo: string | undefined
}>

const FALLBACK_COLOR = '#4c87ff'

export function toEmailBrand(brand: Brand, language: string, publicUrl: string): EmailBrand {
  const named = (wanted: string) =>
    brand.texts.find((text) => text.type === 'SHOW_NAME' && text.language === wanted && text.text.trim() !== '')?.text
  const logo = brand.squareLogo || brand.topNavigationLogo
  return {
    name: cleanLine(named(language) ?? named('') ?? 'Heliograph'),
    color: findHex(brand.colors.find(({ type }) => type === 'primary')?.code ?? '') ?? FALLBACK_COLOR,
    // Mail programs load images over https only and cannot reach a server in a home network.
    logo: logo === '' ? undefined : toOutside(logo, publicUrl),
  }
}

function toOutside(link: string, publicUrl: string): string | undefined {
  const address = link.startsWith('/') ? `${publicUrl}${link}` : link
  return address.startsWith('https://') ? address : undefined
}
