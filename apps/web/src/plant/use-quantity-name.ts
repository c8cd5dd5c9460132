import { useMemo } from 'react'
import { useText } from '../texts/use-text.tsx'
import { quantityKey } from './quantity-key.ts'

/** What a quantity or a device's own text (firmware, model) is called; the bare key where nobody named it. */
export function useQuantityName(): (storageName: string) => string {
  const { text, has } = useText()
  return useMemo(
    () => (storageName) => {
      const { key, n } = quantityKey(storageName)
      if (has(key)) return text(key, n === undefined ? undefined : { n })
      const own = `quantity.text.${storageName}`
      return has(own) ? text(own) : storageName
    },
    [text, has],
  )
}
