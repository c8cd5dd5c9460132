/** The terms and the privacy notice that come with the server: where the page shows them, and since when they read so. */
export const shippedTexts = {
  SERVICE_TC: { path: '/terms', date: '2026-11-28' },
  PRIVATE_TC: { path: '/privacy', date: '2026-11-28' },
} as const
export type LegalTextType = keyof typeof shippedTexts
export const legalTextTypes = Object.keys(shippedTexts) as readonly LegalTextType[]

const WRITTEN_LANGUAGES = ['en', 'de', 'zh'] as const
export type WrittenLanguage = (typeof WRITTEN_LANGUAGES)[number]

/** The language in which a reader gets the shipped texts: their own where one was written, else English. */
export const shippedLanguage = (language: string): WrittenLanguage =>
  WRITTEN_LANGUAGES.find((written) => written === language) ?? 'en'
