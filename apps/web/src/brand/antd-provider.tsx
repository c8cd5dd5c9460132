/** antd with the page's colours and language. Load it lazily, around the one widget that needs it. */
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import { theme as antdTheme, ConfigProvider, type ConfigProviderProps } from 'antd'
import { type ReactNode, use } from 'react'
import { useLanguage } from '../texts/language-context.ts'
import { type ShownTheme, useTheme } from './theme.ts'

type AntdLocale = NonNullable<ConfigProviderProps['locale']>
// One row per complete language; the others are fetched in English until they are complete.
const loaders: Readonly<Partial<Record<LanguageCode, () => Promise<AntdLocale>>>> = {
  en: async () => (await import('antd/locale/en_US')).default,
  zh: async () => {
    await import('dayjs/locale/zh-cn')
    return (await import('antd/locale/zh_CN')).default
  },
  de: async () => {
    await import('dayjs/locale/de')
    return (await import('antd/locale/de_DE')).default
  },
}
const known = new Map<LanguageCode, Promise<AntdLocale | undefined>>()

function localeOf(code: LanguageCode): Promise<AntdLocale | undefined> {
  const found = known.get(code) ?? (loaders[code] ?? loaders.en)?.() ?? Promise.resolve(undefined)
  known.set(code, found)
  return found
}

const variable = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

const tokensOf = (shown: ShownTheme): NonNullable<ConfigProviderProps['theme']> => ({
  algorithm: shown === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
  // A fixed key: the default one comes from useId and changes with the tree.
  cssVar: { key: 'heliograph' },
  token: {
    colorPrimary: variable('--primary'),
    colorSuccess: variable('--ok'),
    colorWarning: variable('--warn'),
    colorError: variable('--fault'),
    colorBgContainer: variable('--surface'),
    colorBgElevated: variable('--surface'),
    colorBorder: variable('--line-strong'),
    colorText: variable('--text'),
    colorTextPlaceholder: variable('--text-3'),
    borderRadius: 10,
    controlHeight: 40,
    fontSize: 14,
    fontFamily: variable('--font'),
  },
})

export function AntdProvider({ children }: Readonly<{ children: ReactNode }>) {
  const { code } = useLanguage()
  const { shown } = useTheme()
  const locale = use(localeOf(code))
  return (
    <ConfigProvider {...(locale ? { locale } : {})} theme={tokensOf(shown)}>
      {children}
    </ConfigProvider>
  )
}
