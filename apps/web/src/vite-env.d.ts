/// <reference types="vite/client" />

declare module 'virtual:texts' {
  import type { LanguageCode } from '@heliograph/domain/languages.ts'
  import type { ParsedTexts } from './texts/load-texts.ts'

  type Load<T> = () => Promise<T>
  type Part = Readonly<{ texts: ParsedTexts }>
  /** Texts of the sign-in, with the parts that come later by name: `first`, `rest`, and those of single screens. */
  type SignInPart = Part & Readonly<{ later: Readonly<Partial<Record<string, Load<Part>>>> }>
  export const loaders: Readonly<Record<LanguageCode, Load<SignInPart>>>
}
