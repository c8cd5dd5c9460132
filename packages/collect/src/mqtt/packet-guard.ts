import { Transform } from 'node:stream'

/** A payload of 64 KiB, its topic and what a packet adds. */
export const LONGEST_PACKET = 66 * 1024

/**
 * Passes MQTT packets on until one is too long: the client would keep all of it in memory before anybody could look at its
 * size (MQTT 3.1.1, section 2.2: one byte, then the length in 1 to 4 bytes of 7 bits).
 */
export function createPacketGuard(): Transform {
  let left = 0
  let length = 0
  let shift = 0
  let isInLength = false
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = 0; at < chunk.length; ) {
        if (left > 0) {
          const taken = Math.min(left, chunk.length - at)
          left -= taken
          at += taken
        } else if (!isInLength) {
          isInLength = true
          length = 0
          shift = 0
          at += 1
        } else {
          const byte = chunk[at] as number
          length += (byte & 0x7f) << shift
          shift += 7
          at += 1
          if (byte & 0x80 && shift < 28) continue
          isInLength = false
          if (byte & 0x80 || length > LONGEST_PACKET) return done(new Error('packet too long'))
          left = length
        }
      }
      done(null, chunk)
    },
  })
}
