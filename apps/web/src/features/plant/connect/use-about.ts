import type { About } from '../../../api/targets.ts'
import { useText } from '../../../texts/use-text.tsx'

/** The subject of an exchange in the reader's language; names of topics, paths and messages are the device's own. */
export function useAbout(): (about: About) => string {
  const { text } = useText()
  return (about) => {
    switch (about.kind) {
      case 'registers': {
        const { unit, fn, address, count } = about
        // Addresses are names: they have no separators.
        return text('targets.about.registers', {
          unit: String(unit),
          fn: String(fn),
          address: String(address),
          count,
        })
      }
      case 'topic':
      case 'path':
      case 'message':
        return text(`targets.about.${about.kind}`, { name: about.name })
      default:
        return text(`targets.about.${about.kind}`)
    }
  }
}
