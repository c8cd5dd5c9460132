import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { createIntl, createIntlCache, type IntlShape, RawIntlProvider, useIntl } from 'react-intl'
import { useLanguage } from './language-context.ts'
import { loadLaterTexts, type Messages } from './load-texts.ts'

/** A list has as many of these as rows: all share one object per language and screen, and its formatters. */
const joined = new WeakMap<IntlShape, WeakMap<Messages, IntlShape>>()
const formatters = createIntlCache()

function joinTexts(intl: IntlShape, more: Messages): IntlShape {
  const known = joined.get(intl) ?? new WeakMap<Messages, IntlShape>()
  joined.set(intl, known)
  const before = known.get(more)
  if (before) return before
  const { locale, onError } = intl
  const messages = { ...intl.messages, ...more } as IntlShape['messages']
  const both = createIntl({ locale, messages, onError }, formatters)
  known.set(more, both)
  return both
}

/** Adds the texts of one screen to the page's; until they are there it shows what stands in for the screen. */
export function LaterTexts({
  feature,
  waiting,
  children,
}: Readonly<{ feature: string; waiting: ReactNode; children: ReactNode }>) {
  const { code } = useLanguage()
  const intl = useIntl()
  const { data, error } = useQuery({
    queryKey: ['texts', code, feature],
    queryFn: () => loadLaterTexts(code, feature),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const both = useMemo(() => data && joinTexts(intl, data), [intl, data])
  // The boundary around the page offers to load it again.
  if (error) throw error
  if (both === undefined) return waiting
  return <RawIntlProvider value={both}>{children}</RawIntlProvider>
}
