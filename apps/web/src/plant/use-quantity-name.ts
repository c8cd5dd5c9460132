import { useMemo } from 'react'
import { useText } from '../texts/use-text.tsx'
import { quantityKey } from './quantity-key.ts'

/** The name of a quantity or a device's own text (firmware, model); the bare key without one. */
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
