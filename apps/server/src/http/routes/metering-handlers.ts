import { metering } from '@heliograph/contract/codecs/metering.ts'
import type { WireMeteringEdit } from '@heliograph/contract/maintain-s/metering.ts'
import { flows } from '@heliograph/domain/energy-flow.ts'
import { BEGINNING, findRepeated, type MeteringSource, meteringSources } from '@heliograph/domain/metering.ts'
import { listDevicesOfPlants, type PlantDevice } from '../../fleet/devices/devices.ts'
import {
  editMetering,
  getFacts,
  listAble,
  listDayOffsets,
  previewMetering,
  setDayOffset,
} from '../../fleet/plants/plants.ts'
import { previewPlant } from '../../intake/ingest/ingest.ts'
import type { Db } from '../../platform/db/database.ts'
import type { FamilyHandlers, MemberContext } from './handler.ts'
import { toMeteringChange, toMeteringChanges, toMeteringChoice } from './metering-wire.ts'

const devicesOf = async (db: Db, plantId: number, withRemoved: boolean): Promise<readonly PlantDevice[]> =>
  (await listDevicesOfPlants(db, [plantId], { withRemoved })).get(plantId) ?? []

/** The three calls that change the metering are one change with different parts. */
async function edit(context: MemberContext, plantId: number, options: WireMeteringEdit) {
  const { db, services, nowMs } = context
  const devices = await devicesOf(db, plantId, true)
  const change = toMeteringChange(options, devices)
  const { before, after, recounts } = await editMetering(db, services.recounts, plantId, change, nowMs)
  return { changes: toMeteringChanges(before, after, devices), recount: recounts }
}

export const meteringHandlers = {
  'GET /maintain-s/station/{id}/metering': async ({ params, context: { db } }) => {
    const [facts, all, here, addedToDays] = await Promise.all([
      getFacts(db, params.id),
      devicesOf(db, params.id, true),
      devicesOf(db, params.id, false),
      listDayOffsets(db, params.id),
    ])
    const since = facts.metering.versions.at(-1)?.from ?? BEGINNING
    return metering.toWire({
      ...toMeteringChoice(facts.metering, all),
      since: since === BEGINNING ? null : since,
      carriers: flows.map((flow) => ({
        flow,
        devices: here.filter((device) => device.flows.includes(flow)).map(({ name }) => name),
      })),
      repeats: findRepeated(here),
      able: Object.fromEntries(meteringSources.map((source) => [source, listAble(here, source)])) as Record<
        MeteringSource,
        readonly PlantDevice[]
      >,
      addedToDays,
    })
  },
  'POST /maintain-s/station/{id}/metering': ({ params, body, context }) => edit(context, params.id, body),
  'POST /maintain-s/station/{id}/metering/strategy': ({ params, query, context }) => edit(context, params.id, query),
  'POST /maintain-s/station/{id}/meteringMethod': ({ params, body, context }) => edit(context, params.id, body),
  'POST /maintain-s/station/{id}/metering/preview': async ({ params, body, context: { db, nowMs } }) => {
    const change = toMeteringChange(body, await devicesOf(db, params.id, true))
    const preview = await previewMetering(db, previewPlant, params.id, change, nowMs)
    if (preview === undefined) return { isTooLong: true, days: 0, changedFrom: null, changedTo: null, totals: [] }
    const { days, firstDay, lastDay, totals } = preview
    return { isTooLong: false, days, changedFrom: firstDay, changedTo: lastDay, totals }
  },
  'POST /maintain-s/station/{id}/metering/dayOffset': async ({ params, body, context: { db, nowMs } }) => {
    const before = await setDayOffset(db, params.id, body, nowMs)
    const all = [
      { field: 'addedToDay', before: before.generationWh / 1000, after: body.generationWh / 1000 },
      { field: 'addedUseOfDay', before: before.useWh / 1000, after: body.useWh / 1000 },
    ]
    return { changes: all.filter((item) => item.before !== item.after) }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
