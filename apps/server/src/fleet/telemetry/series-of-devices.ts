import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Db } from '../../platform/db/database.ts'
import { utcDay, utcMonth } from './days.ts'
import { layoutOf } from './layout.ts'
import { periodSeriesOf } from './period-series.ts'
import { hidePowers, readHidden } from './refused-powers.ts'
import { pickPieces } from './sealed-months.ts'
import { pointsOf } from './series.ts'
import type { Series, SeriesQuery } from './series-query.ts'
import { readText, type TextRow, toArray, toStamp } from './statement.ts'
import { columnsOfHot, columnsOfSealed, hotArrays, joinStored, type Sealed } from './stored-columns.ts'

export type ManySeriesQuery = Omit<SeriesQuery, 'deviceId'> & Readonly<{ deviceIds: readonly number[] }>

/**
 * The same quantities of several devices of a plant, in one statement. Per device one series per quantity, in that
 * order, ascending; a device of another plant is absent.
 */
export async function seriesOfDevices(db: Db, query: ManySeriesQuery): Promise<ReadonlyMap<number, readonly Series[]>> {
  const { deviceIds, resolution } = query
  if (deviceIds.length === 0) return new Map()
  return resolution === 'sample' ? samplesOfDevices(db, query) : periodSeriesOf(db, query, deviceIds, resolution)
}

/** Hot rows as arrays, a device a row, and what is sealed between them; the lists say where each value stands. */
function statementOf(count: number): string {
  const places = Array.from({ length: count }, (_, i) => `p${i}`)
  const positions = places.map((place, i) => `array_position(quantities, $${i + 8}) as ${place}`)
  const none = Array.from({ length: count + 2 }, () => 'null::float8[]').join(', ')
  const pieces = `array_remove(array[1, ${places.map((place) => `own.${place} + 1`).join(', ')}]::int[], null)`
  return `with own as materialized (
      select id, quantities, ${positions.join(', ')} from devices where plant_id = $1 and id = any($2::bigint[]))
    select 'list', id, array_to_string(quantities, ','), null::int[], null::bytea, ${none} from own
    union all
    select 'hot', own.id, null, null, null, s.* from own cross join lateral (
      select ${hotArrays(places)} from samples
        where plant_id = $1 and device_id = own.id and at >= $3 and at < $4) s
    union all
    (select 'sealed', d.device_id, null, null, d.block, ${none} from sealed_days d join own on own.id = d.device_id
      where d.plant_id = $1 and d.day >= $5 and d.day <= $6 order by d.device_id, d.day)
    union all
    (select 'sealed', m.device_id, null, m.starts, ${pickPieces('m', pieces)}, ${none}
      from sealed_months m join own on own.id = m.device_id
      where m.plant_id = $1 and m.month >= $7 and m.month <= $6 order by m.device_id, m.month)`
}

async function samplesOfDevices(db: Db, query: ManySeriesQuery): Promise<ReadonlyMap<number, readonly Series[]>> {
  const { plantId, deviceIds, quantities, fromMs, toMs } = query
  const days = [utcDay(fromMs), utcDay(toMs - 1), utcMonth(fromMs)]
  const values = [plantId, toArray(deviceIds), toStamp(fromMs), toStamp(toMs), ...days, ...quantities]
  const name = `telemetry-devices-${quantities.length}`
  const [rows, hidden] = await Promise.all([
    readText(db.pool, statementOf(quantities.length), values, name),
    readHidden(db, plantId, deviceIds, fromMs, toMs),
  ])
  const ofKind = (kind: string) => rows.filter(([one]) => one === kind)
  const hot = new Map(ofKind('hot').map(([, device, , , , ...columns]): [string, TextRow] => [device ?? '', columns]))
  const sealed = new Map<string, Sealed[]>()
  for (const [, device, , starts = null, bytes] of ofKind('sealed')) {
    const own = sealed.get(device ?? '') ?? []
    own.push([starts, bytes ?? ''])
    sealed.set(device ?? '', own)
  }
  return new Map(
    ofKind('list').map(([, device, list]) => {
      const indexed = (list ?? '').split(',').filter((id) => id !== '') as QuantityId[]
      const { indexOf } = layoutOf(indexed)
      const columns = quantities.map((quantity) => indexOf.get(quantity) ?? -1)
      const known = columns.filter((column) => column >= 0)
      const own = columnsOfHot(hot.get(device ?? '') ?? [], quantities.length)
      const read = joinStored(
        { ...own, columns: own.columns.filter((_, i) => (columns[i] ?? -1) >= 0) },
        columnsOfSealed(sealed.get(device ?? '') ?? [], known, fromMs, toMs),
      )
      const names = known.map((column) => indexed[column] ?? '')
      const stored = hidePowers(hidden, Number(device), names, read)
      const series = quantities.map(
        (quantity, i): Series => ({ quantity, points: pointsOf(stored, known.indexOf(columns[i] ?? -1)) }),
      )
      return [Number(device), series]
    }),
  )
}
