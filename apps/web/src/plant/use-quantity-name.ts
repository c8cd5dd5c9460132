import { quantityKey } from '@heliograph/i18n/quantity-key.ts'
import { useMemo } from 'react'
import { useText } from '../texts/use-text.tsx'

/** The name of a quantity or a device's own text (firmware, model); the bare key without one. */
export function useQuantityName(): (id: string) => string {
  const { text, has } = useText()
  return useMemo(
    () => (id) => {
      const { key, n } = quantityKey(id)
      if (has(key)) return text(key, n === undefined ? undefined : { n })
      const own = `quantity.text.${id}`
      return has(own) ? text(own) : id
    },
    [text, has],
  )
}
