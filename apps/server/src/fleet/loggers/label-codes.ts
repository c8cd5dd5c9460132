import { createHash, timingSafeEqual } from 'node:crypto'
import type { Db } from '../../platform/db/database.ts'
import { type Query, queryOfClient } from './query.ts'
import { type ReadLabel, type SourceId, toColumns, toSource } from './source.ts'

/** As printed on labels: in any case, with or without separators. */
const hashOf = (source: SourceId, code: string): Buffer =>
  createHash('sha256')
    .update(`${toSource(source).address}:${code.toUpperCase().replace(/[\s:-]/g, '')}`)
    .digest()

const nothing = Buffer.alloc(32)

/** Whether this is the check code on the logger's label. An unknown code costs the same work. */
export async function hasLabelCode(query: Query, source: SourceId, code: string | undefined): Promise<boolean> {
  const { wire, address } = toSource(source)
  const rows = await query<{ code_hash: Buffer }>(
    'select code_hash from logger_label_codes where wire = $1 and address = $2',
    [wire, address],
  )
  const isRight = timingSafeEqual(hashOf(source, code ?? ''), rows[0]?.code_hash ?? nothing)
  return code !== undefined && isRight
}

/** Whether this server has any. */
export async function hasLabelCodes(db: Db): Promise<boolean> {
  return (await queryOfClient(db.pool)('select 1 from logger_label_codes limit 1', [])).length > 0
}

export type LabelCode = Readonly<{ serial: string; code: string }>

/** Keeps the codes that came with a delivery of loggers. @returns the serials that are none */
export async function addLabelCodes(
  db: Db,
  codes: readonly LabelCode[],
  readLabel: ReadLabel,
): Promise<readonly string[]> {
  const known = codes.flatMap(({ serial, code }) => {
    const source = readLabel(serial)
    return source === undefined ? [] : [{ source, hash: hashOf(source, code) }]
  })
  // The last one of a serial counts.
  const rows = [...new Map(known.map((item) => [item.source, item.hash]))]
  await queryOfClient(db.pool)(
    `insert into logger_label_codes (wire, address, code_hash) select * from unnest($1::text[], $2::text[], $3::bytea[])
     on conflict (wire, address) do update set code_hash = excluded.code_hash`,
    [...toColumns(rows.map(([source]) => source)), rows.map(([, hash]) => hash)],
  )
  return codes.filter(({ serial }) => readLabel(serial) === undefined).map(({ serial }) => serial)
}
