import { hash } from 'node:crypto'

/** Rows of a table, and a sum over what they hold that does not depend on their order. */
export type RowSum = Readonly<{ rows: number; sum: string }>

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
const HEADER_BYTES = SIGNATURE.length + 8
const END = -1
const NULL = -1

/** Bytes that are no rows of a table as PostgreSQL writes them. */
export class NoRows extends Error {
  constructor() {
    super('these are no rows as PostgreSQL writes them')
    this.name = 'NoRows'
  }
}

/**
 * Counts and sums the rows of a binary COPY (PostgreSQL's documentation, COPY, "Binary Format") as its bytes pass: each
 * row is hashed for itself, and the hashes are added. Holds no more than one row.
 */
export function createRowSum(): Readonly<{
  /** @throws NoRows */
  add: (block: Buffer) => void
  /** @throws NoRows when the end is missing */
  end: () => RowSum
}> {
  const lanes = new Uint32Array(4)
  let rest: Buffer = Buffer.alloc(0)
  let rows = 0
  let phase: 'header' | 'rows' | 'ended' = 'header'

  const addRow = (row: Buffer): void => {
    const digest = hash('sha256', row, 'buffer')
    for (let lane = 0; lane < lanes.length; lane++)
      lanes[lane] = (lanes[lane] as number) + digest.readUInt32LE(lane * 4)
    rows += 1
  }
  return {
    add: (block) => {
      const bytes = rest.length === 0 ? block : Buffer.concat([rest, block])
      let at = 0
      if (phase === 'header') {
        if (bytes.length < HEADER_BYTES) {
          rest = bytes
          return
        }
        const isFine =
          bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE) && bytes.readUInt32BE(SIGNATURE.length) === 0
        if (!isFine || bytes.readUInt32BE(SIGNATURE.length + 4) !== 0) throw new NoRows()
        at = HEADER_BYTES
        phase = 'rows'
      }
      while (phase === 'rows' && at + 2 <= bytes.length) {
        if (bytes.readInt16BE(at) === END) {
          phase = 'ended'
          at += 2
          break
        }
        const end = endOfRow(bytes, at)
        if (end === undefined) break
        addRow(bytes.subarray(at, end))
        at = end
      }
      if (phase === 'ended' && at < bytes.length) throw new NoRows()
      // A copy, so that a short rest does not keep its whole block.
      rest = Buffer.from(bytes.subarray(at))
    },
    end: () => {
      if (phase !== 'ended') throw new NoRows()
      return { rows, sum: Buffer.from(lanes.buffer).toString('hex') }
    },
  }
}

/** Undefined while bytes of the row are missing. */
function endOfRow(bytes: Buffer, start: number): number | undefined {
  const fields = bytes.readInt16BE(start)
  if (fields < 0) throw new NoRows()
  let at = start + 2
  for (let field = 0; field < fields; field++) {
    if (at + 4 > bytes.length) return undefined
    const length = bytes.readInt32BE(at)
    if (length < NULL) throw new NoRows()
    at += 4 + Math.max(length, 0)
  }
  return at <= bytes.length ? at : undefined
}
