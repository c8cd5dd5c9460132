import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { IntlProvider, useIntl } from 'react-intl'
import { useLanguage } from './language-context.ts'
import { loadLaterTexts } from './load-texts.ts'

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
  const messages = useMemo(() => data && { ...intl.messages, ...data }, [intl.messages, data])
  // The boundary around the page offers to load it again.
  if (error) throw error
  if (messages === undefined) return waiting
  return (
    <IntlProvider locale={intl.locale} messages={messages as typeof intl.messages} onError={intl.onError}>
      {children}
    </IntlProvider>
  )
}
