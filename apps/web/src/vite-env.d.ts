/// <reference types="vite/client" />

declare module 'virtual:texts' {
  import type { LanguageCode } from '@heliograph/domain/languages.ts'
  import type { ParsedTexts } from './texts/load-texts.ts'

  /** By language and file: `de/exports`. */
  export const laterLoaders: Readonly<Partial<Record<string, () => Promise<{ texts: ParsedTexts }>>>>
  export const loaders: Readonly<Partial<Record<LanguageCode, () => Promise<{ texts: ParsedTexts }>>>>
}
