import { endOnce } from '@heliograph/i18n/end-once.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'
import { sentenceGap } from '@heliograph/i18n/sentence-gap.ts'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'

type Plain = string | number | Date | null | undefined
type Tag = (chunks: ReactNode[]) => ReactNode

export type UseText = Readonly<{
  /** A text in the page's language: `text('shell.updated', { age })`. */
  text: (key: TextKey, values?: Readonly<Record<string, Plain>>) => string
  /** A text with elements as parts: `<b>` in it is bold automatically. */
  rich: (key: TextKey, values: Readonly<Record<string, ReactNode | Tag>>) => ReactNode
  /** Whether a key composed at run time has a text. */
  has: (key: string) => key is TextKey
  /** Space between two sentences. */
  gap: string
}>

const bold: Tag = (chunks) => <b>{chunks}</b>

const endParts = (parts: ReactNode): ReactNode =>
  Array.isArray(parts) ? parts.map(endParts) : typeof parts === 'string' ? endOnce(parts) : parts

export function useText(): UseText {
  const intl = useIntl()
  return useMemo(
    () => ({
      text: (key, values) => endOnce(intl.formatMessage({ id: key }, values)),
      rich: (key, values) => endParts(intl.formatMessage({ id: key }, { b: bold, ...values } as Record<string, Tag>)),
      has: (key): key is TextKey => Object.hasOwn(intl.messages, key),
      gap: sentenceGap(intl.locale),
    }),
    [intl],
  )
}
