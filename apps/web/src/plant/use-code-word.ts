import { useText } from '../texts/use-text.tsx'

const faults: readonly string[] = ['faultCode1', 'faultCode2', 'alertCode']
/** Codes that mean "no fault" at zero. */
export const isQuietCode = (quantity: string, raw: number | null): boolean => raw === 0 && faults.includes(quantity)

/** A code in words: that of the state table of its device, or else the code as one. */
export function useCodeWord(): (
  code: Readonly<{ quantity: string; raw: number; state: string | undefined }>,
) => string {
  const { text, has } = useText()
  return ({ quantity, raw, state }) => {
    if (state !== undefined) {
      const key = `device-detail.state.${state}`
      return has(key) ? text(key) : state
    }
    return isQuietCode(quantity, raw)
      ? text('device-detail.code.none')
      : text('device-detail.code', { code: String(raw) })
  }
}
