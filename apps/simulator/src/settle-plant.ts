import { registerItems } from '@heliograph/contract/codecs/logger.ts'
import { plant as plantCodec } from '@heliograph/contract/codecs/plant.ts'
import { plantRecord } from '@heliograph/contract/codecs/plant-record.ts'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import { usualPlantParts } from '@heliograph/domain/plant-record.ts'
import { dayBounds, localDate } from '@heliograph/domain/time.ts'
import type { PlantSpec } from './plant-spec.ts'
import type { Platform } from './platform.ts'

/** A plant of the fleet as the platform knows it. `known`: the days whose energies it has. */
export type SettledPlant = Readonly<{ id: number; commissionedMs: number; createdMs: number; known: Set<string> }>
type Span = Readonly<{ pastDays: number; nowMs: number }>

/** The plant on the platform: found by its name, or created with its loggers registered. */
export async function settlePlant(platform: Platform, spec: PlantSpec, span: Span): Promise<SettledPlant> {
  const found = await platform.call('POST /maintain-s/operating/station/search', {
    query: { page: 1, size: 20, 'order.direction': 'ASC', 'order.property': 'id' },
    body: { keyword: spec.name },
  })
  const old = found.data.find((row) => row.name === spec.name)?.id
  const id = old ?? (await create(platform, spec, span))
  const known = old === undefined ? new Set<string>() : await findKnownDays(platform, id, span)
  const plant = plantCodec.fromWire(await platform.call('GET /maintain-s/station/{id}', { params: { id } }))
  const { startedOn, createdAtMs, zone } = plant
  return {
    id,
    commissionedMs: startedOn === null ? createdAtMs : dayBounds(startedOn, zone).fromMs,
    createdMs: createdAtMs,
    known,
  }
}

async function create(platform: Platform, spec: PlantSpec, { pastDays, nowMs }: Span): Promise<number> {
  const startMs = Math.floor((nowMs - pastDays * DAY_MS) / DAY_MS) * DAY_MS
  const capacityWp = spec.loggers.flatMap(({ inverters }) => inverters).reduce((sum, { dcWp }) => sum + dcWp, 0)
  const body = plantRecord.toWire({
    ...usualPlantParts,
    name: spec.name,
    type: spec.type,
    gridType: spec.gridType,
    capacityWp,
    latitudeDeg: spec.latitude,
    longitudeDeg: spec.longitude,
    address: spec.address,
    country: spec.country,
    zone: spec.zone,
    currency: spec.currency,
    pricePerKwh: spec.pricePerKwh,
    azimuthDeg: spec.azimuthDeg,
    tiltDeg: spec.tiltDeg,
    startedOn: localDate(startMs, spec.zone),
    // About as much roof as modules of today need.
    floorAreaM2: Math.round(capacityWp / 210),
  })
  const { id } = await platform.call('POST /maintain-s/station', { body })
  if (spec.links) return id
  await platform.call('POST /maintain-s/power/system/{id}/v2/gateway', {
    params: { id },
    body: { registerItems: registerItems.toWire(spec.loggers.map(({ serial }) => String(serial))) },
  })
  return id
}

async function findKnownDays(platform: Platform, id: number, { pastDays, nowMs }: Span): Promise<Set<string>> {
  const known = new Set<string>()
  for (let t = nowMs - (pastDays + 31) * DAY_MS; t < nowMs + DAY_MS; t += 28 * DAY_MS) {
    const month = await platform.call('GET /maintain-s/history/power/{id}/stats/{type}', {
      params: { id, type: 'month' },
      query: { date: new Date(t).toISOString().slice(0, 7) },
    })
    for (const row of month.records)
      if (row.generationValue !== null)
        known.add(`${row.year}-${String(row.month).padStart(2, '0')}-${String(row.day).padStart(2, '0')}`)
  }
  // The newest days may be incomplete.
  for (const back of [0, 1]) known.delete(new Date(nowMs - back * DAY_MS).toISOString().slice(0, 10))
  return known
}
