import {
  END_BYTE,
  FRAME_OVERHEAD,
  MARKER_BYTE,
  MAX_PUSH_PAYLOAD,
  readFrame,
  START_BYTE,
  type V5Frame,
} from './frame.ts'

export type SkipReason = 'noise' | 'marker' | 'too-long' | 'end' | 'checksum' | 'abandoned'

export type StreamEvent =
  | Readonly<{ kind: 'frame'; frame: V5Frame }>
  /** `raw` in a row belonged to no frame; `reason` says what was wrong with the first of these bytes. */
  | Readonly<{ kind: 'skipped'; bytes: number; raw: Uint8Array; reason: SkipReason }>

export type Reassembler = Readonly<{
  /** Takes the bytes from a socket and returns complete frames. Never throws. */
  push: (chunk: Uint8Array) => StreamEvent[]
  /**
   * Call when the line has been silent for some seconds. Drops the start of a frame that was never completed (its
   * header promised more than came) and returns valid frames behind it.
   */
  abandon: () => StreamEvent[]
  /** Bytes held back because a frame may have started; 0 between frames. At most maxPayload + 12. */
  readonly pendingBytes: number
  /** Candidates examined so far: a measure of the work, at most one per received byte. */
  readonly steps: number
}>

/** Bytes from `start` to `end` may belong to a frame; a running sum stands behind each of them. */
type Room = Readonly<{ bytes: Uint8Array; sums: Uint8Array }>

/** By size, the room of streams that hold nothing back: between frames, which is nearly always, one serves them all. */
const SPARE_ROOMS = new Map<number, Room>()

function takeRoom(capacity: number): Room {
  const spare = SPARE_ROOMS.get(capacity)
  SPARE_ROOMS.delete(capacity)
  return spare ?? { bytes: new Uint8Array(capacity), sums: new Uint8Array(capacity + 1) }
}

/**
 * Cuts a TCP byte stream into frames. A5 and 15 occur inside payloads, so only a full check (length, marker, end,
 * checksum) counts; after a failed one a single byte is dropped and the next A5 is tried. Memory is bounded by four times
 * the largest frame, and only the start of a frame takes any. The cost is linear in the received bytes for any input: a running sum of every byte makes the
 * checksum of any candidate one subtraction.
 */
export function createReassembler(options: Readonly<{ maxPayload?: number }> = {}): Reassembler {
  const maxPayload = options.maxPayload ?? MAX_PUSH_PAYLOAD
  const capacity = 2 * (maxPayload + FRAME_OVERHEAD)
  let room: Room | undefined
  let start = 0
  let end = 0
  let stepCount = 0

  /** Gives the room back where nothing is held back in it. */
  function release(): void {
    if (start < end || room === undefined) return
    SPARE_ROOMS.set(capacity, room)
    room = undefined
    start = 0
    end = 0
  }

  function append({ bytes, sums }: Room, part: Uint8Array): void {
    if (end + part.length > capacity) {
      bytes.copyWithin(0, start, end)
      sums.copyWithin(0, start, end + 1)
      end -= start
      start = 0
    }
    bytes.set(part, end)
    let sum = sums[end] ?? 0
    for (const byte of part) {
      sum = (sum + byte) & 0xff
      end += 1
      sums[end] = sum
    }
  }

  /** The length of the valid frame at `start`, 'wait' while it may still become one, or the reason why not. */
  function judge({ bytes, sums }: Room): number | 'wait' | SkipReason {
    stepCount += 1
    if (bytes[start] !== START_BYTE) return 'noise'
    const available = end - start
    if (available < 4) return 'wait'
    if (bytes[start + 3] !== MARKER_BYTE) return 'marker'
    const payloadLength = (bytes[start + 1] ?? 0) | ((bytes[start + 2] ?? 0) << 8)
    if (payloadLength > maxPayload) return 'too-long'
    const total = payloadLength + FRAME_OVERHEAD
    if (available < total) return 'wait'
    if (bytes[start + total - 1] !== END_BYTE) return 'end'
    const sum = ((sums[start + total - 2] ?? 0) - (sums[start + 1] ?? 0)) & 0xff
    return sum === bytes[start + total - 2] ? total : 'checksum'
  }

  function scan(held: Room, out: Collector): void {
    const { bytes } = held
    while (start < end) {
      const verdict = judge(held)
      if (verdict === 'wait') return
      if (typeof verdict === 'number') {
        out.frame(readFrame(bytes.subarray(start, start + verdict)))
        start += verdict
      } else {
        out.skip(bytes[start] ?? 0, verdict)
        start += 1
      }
    }
  }

  return {
    push(chunk) {
      const out = createCollector()
      const longest = maxPayload + FRAME_OVERHEAD
      room ??= takeRoom(capacity)
      // A scan leaves less than one whole frame behind, so a part of one frame's size always fits.
      for (let at = 0; at < chunk.length; at += longest) {
        append(room, chunk.subarray(at, at + longest))
        scan(room, out)
      }
      release()
      return out.events()
    },
    abandon() {
      const out = createCollector()
      if (start < end && room !== undefined) {
        out.skip(room.bytes[start] ?? 0, 'abandoned')
        start += 1
        scan(room, out)
        release()
      }
      return out.events()
    },
    get pendingBytes() {
      return end - start
    },
    get steps() {
      return stepCount
    },
  }
}

type Collector = Readonly<{
  frame: (frame: V5Frame) => void
  skip: (byte: number, reason: SkipReason) => void
  events: () => StreamEvent[]
}>

function createCollector(): Collector {
  const done: StreamEvent[] = []
  let raw: number[] = []
  let reason: SkipReason = 'noise'
  function flush(): void {
    if (raw.length > 0) done.push({ kind: 'skipped', bytes: raw.length, raw: Uint8Array.from(raw), reason })
    raw = []
  }
  return {
    frame(frame) {
      flush()
      done.push({ kind: 'frame', frame })
    },
    skip(byte, why) {
      if (raw.length === 0) reason = why
      raw.push(byte)
    },
    events() {
      flush()
      return done
    },
  }
}
