import { Transform } from 'node:stream'

/** A payload of 64 KiB, its topic and what a packet adds. */
export const LONGEST_PACKET = 66 * 1024

/** A bridge of Zigbee2MQTT describes itself and all its devices in one message. */
const MOST_SKIPPED = 16 * 1024 * 1024
/** A PUBLISH of QoS 0, which nobody has to acknowledge. */
const isUnacknowledged = (first: number): boolean => (first & 0xf6) === 0x30

/**
 * Passes MQTT packets on until one is too long: the client would keep all of it in memory before anybody could look at its
 * size (MQTT 3.1.1, section 2.2: one byte, then the length in 1 to 4 bytes of 7 bits).
 * @param options.skipsMessages a message that is too long is left out, and the next packet is passed on
 */
export function createPacketGuard(options: Readonly<{ skipsMessages?: boolean }> = {}): Transform {
  const { skipsMessages = false } = options
  let left = 0
  let isSkipping = false
  let header: number[] = []
  /** The length in a whole header; undefined: it goes on. */
  const readLength = (): number | undefined => {
    const bytes = header.slice(1)
    if (bytes.length === 0 || (bytes.length < 4 && (bytes.at(-1) ?? 0) & 0x80)) return undefined
    if ((bytes.at(-1) ?? 0) & 0x80) return Number.POSITIVE_INFINITY
    return bytes.reduce((sum, byte, index) => sum + (byte & 0x7f) * 128 ** index, 0)
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const passed: Buffer[] = []
      for (let at = 0; at < chunk.length; ) {
        if (left > 0) {
          const taken = Math.min(left, chunk.length - at)
          if (!isSkipping) passed.push(chunk.subarray(at, at + taken))
          left -= taken
          at += taken
          continue
        }
        header.push(chunk[at] as number)
        at += 1
        const length = readLength()
        if (length === undefined) continue
        isSkipping = length > LONGEST_PACKET
        if (isSkipping && !(skipsMessages && isUnacknowledged(header[0] ?? 0) && length <= MOST_SKIPPED))
          return done(new Error('packet too long'))
        if (!isSkipping) passed.push(Buffer.from(header))
        left = length
        header = []
      }
      if (passed.length > 0) done(null, Buffer.concat(passed))
      else done()
    },
  })
}
