export type ProbeReason = 'refused' | 'busy' | 'asleep' | 'notAllowed' | 'otherProtocol' | 'noAnswer' | 'offline'

/** The reason of a failed look at an address, in a word that the page has a sentence for. */
export function probeReason(error: unknown): ProbeReason {
  const text = error instanceof Error ? error.message : ''
  if (text === 'ECONNREFUSED') return 'refused'
  if (text === 'busy' || text === 'asleep' || text === 'offline') return text
  if (text === 'not allowed' || /not authorized|bad user name/i.test(text)) return 'notAllowed'
  if (text === 'not Modbus' || text === 'too many bytes') return 'otherProtocol'
  return 'noAnswer'
}
