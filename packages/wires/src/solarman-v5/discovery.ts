/**
 * Sticks of Solarman name themselves on UDP port 48899. The question is one of two texts, by firmware; the answer is
 * `192.168.1.46,34EAE7233445,1712345678`: address, hardware address, serial number.
 */
export const DISCOVERY_PORT = 48_899
/** The questions, as they are sent. */
export const discoveryQuestions: readonly Uint8Array[] = ['WIFIKIT-214028-READ', 'HF-A11ASSISTHREAD'].map((text) =>
  new TextEncoder().encode(text),
)

export type DiscoveredStick = Readonly<{
  address: string
  /** Twelve hexadecimal digits, upper case. */
  mac: string
  /** '': an older firmware names its module instead. */
  serial: string
}>

const LONGEST_ANSWER = 80

/** The stick that an answer names; undefined for any other bytes. Never throws. */
export function decodeDiscovery(answer: Uint8Array): DiscoveredStick | undefined {
  if (answer.length > LONGEST_ANSWER) return undefined
  const text = String.fromCharCode(...answer).replace(/[\0\r\n ]+$/, '')
  const [, address = '', mac = '', name = ''] =
    /^(\d{1,3}(?:\.\d{1,3}){3}),([0-9A-Fa-f]{12}),([\w.-]{0,32})$/.exec(text) ?? []
  if (address === '' || address.split('.').some((part) => Number(part) > 255)) return undefined
  return { address, mac: mac.toUpperCase(), serial: /^\d{6,10}$/.test(name) ? name : '' }
}
