/// <reference types="vite/client" />

declare module 'virtual:texts' {
  import type { LanguageCode } from '@heliograph/domain/languages.ts'
  import type { ParsedTexts } from './texts/load-texts.ts'

  export const loaders: Readonly<Partial<Record<LanguageCode, () => Promise<{ texts: ParsedTexts }>>>>
}
