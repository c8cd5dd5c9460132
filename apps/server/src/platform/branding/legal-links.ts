import { type LegalTextType, shippedTexts } from '@heliograph/domain/brand/shipped-texts.ts'
import type { Environment } from '../settings/settings.ts'
import { type BrandText, toServerLink } from './brand.ts'

const PATH = /^\/[^/\\\s"'<>][^\\\s"'<>]{0,999}$/
const ADDRESS = /^https?:\/\/[^\\\s"'<>]{1,1000}$/
const isLink = (text: string): boolean => PATH.test(text) || (ADDRESS.test(text) && URL.canParse(text))

/** Terms and privacy of brands that name none, by TERMS_URL and PRIVACY_URL. @throws Error for what is no link */
export const readLegalTexts = (env: Environment): readonly BrandText[] => [
  ...readLink(env, 'TERMS_URL', 'SERVICE_TC'),
  ...readLink(env, 'PRIVACY_URL', 'PRIVATE_TC'),
]

function readLink(env: Environment, name: string, type: LegalTextType): readonly BrandText[] {
  const text = env[name]
  if (text === undefined || text === '') return [toServerLink(type, shippedTexts[type].path)]
  if (text === 'off') return []
  if (!isLink(text))
    throw new Error(
      `${name} must be a link that begins with https:// or http://, a path such as /terms, or off, not "${text}"`,
    )
  return [toServerLink(type, text)]
}
