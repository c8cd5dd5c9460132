import { type LanguageCode, languageCodes } from '@heliograph/domain/languages.ts'
import type { Texts } from './translate.ts'

/** The features whose texts the server writes itself. A pattern per file, so that the bundle contains these alone. */
const files = {
  'alarm-page': (code: LanguageCode) => import(`./locales/${code}/alarm-page.json`),
  'alarm-rules': (code: LanguageCode) => import(`./locales/${code}/alarm-rules.json`),
  errors: (code: LanguageCode) => import(`./locales/${code}/errors.json`),
  exports: (code: LanguageCode) => import(`./locales/${code}/exports.json`),
  'fault-library': (code: LanguageCode) => import(`./locales/${code}/fault-library.json`),
  'hall-picture': (code: LanguageCode) => import(`./locales/${code}/hall-picture.json`),
  mail: (code: LanguageCode) => import(`./locales/${code}/mail.json`),
  messages: (code: LanguageCode) => import(`./locales/${code}/messages.json`),
  letter: (code: LanguageCode) => import(`./locales/${code}/letter.json`),
  'paper-template': (code: LanguageCode) => import(`./locales/${code}/paper-template.json`),
  performance: (code: LanguageCode) => import(`./locales/${code}/performance.json`),
  proof: (code: LanguageCode) => import(`./locales/${code}/proof.json`),
  quality: (code: LanguageCode) => import(`./locales/${code}/quality.json`),
  quantities: (code: LanguageCode) => import(`./locales/${code}/quantities.json`),
  reports: (code: LanguageCode) => import(`./locales/${code}/reports.json`),
  shell: (code: LanguageCode) => import(`./locales/${code}/shell.json`),
  weather: (code: LanguageCode) => import(`./locales/${code}/weather.json`),
} as const
export type ServerFeature = keyof typeof files

export type ServerTexts = Readonly<Partial<Record<LanguageCode, Texts>>> & Readonly<{ en: Texts }>

/** The texts of some features in every language. A later feature wins. */
export async function loadServerTexts(...features: readonly ServerFeature[]): Promise<ServerTexts> {
  const load = async (code: LanguageCode): Promise<Texts> => {
    const found: readonly { default: Texts }[] = await Promise.all(features.map((feature) => files[feature](code)))
    return Object.assign({}, ...found.map((item) => item.default))
  }
  const all = await Promise.all(languageCodes.map(async (code) => [code, await load(code)] as const))
  return { en: {}, ...Object.fromEntries(all) }
}
