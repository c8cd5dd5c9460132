import { generationZero } from '@heliograph/contract/codecs/plant-now.ts'
import type { Changes } from '@heliograph/contract/maintain-s/changes.ts'
import type { AlarmSettings } from '@heliograph/domain/alarms/sample-facts.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { GenerationZero } from '@heliograph/domain/generation-zero.ts'
import { contactParts, type PlantContact } from '@heliograph/domain/plant-contact.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import {
  editContact,
  editPlant,
  findSideNode,
  getContact,
  getCreation,
  getFacts,
  type PlantNow,
  plantNow,
  type SideNode,
  setGenerationZero,
} from '../../fleet/plants/plants.ts'
import { getAlarmSettings, setAlarmSettings } from '../../insight/alarms/alarms.ts'
import type { FamilyHandlers } from './handler.ts'
import { toChanges } from './station-wire.ts'

const toNode = (now: PlantNow, node: SideNode) => {
  const devices = findSideNode(now, node)
  return { displayFlg: devices.length > 0 ? (1 as const) : (0 as const), devices }
}

const toZeroChanges = (before: GenerationZero, after: GenerationZero): Changes => [
  ...(before.belowW === after.belowW ? [] : [{ field: 'zeroBelow', before: before.belowW, after: after.belowW }]),
  ...(before.atNight === after.atNight
    ? []
    : [{ field: 'zeroAtNight', before: Number(before.atNight), after: Number(after.atNight) }]),
]

function toSettingChanges(before: AlarmSettings, after: AlarmSettings): Changes {
  return (['exportLimitW', 'nominalV'] as const)
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, before: before[field], after: after[field] }))
}

/** A line of each part is enough for the log. */
const toContactChanges = (before: PlantContact, after: PlantContact): Changes =>
  contactParts
    .filter((part) => before[part] !== after[part])
    .map((field) => ({ field, before: cleanLine(before[field], 100), after: cleanLine(after[field], 100) }))

export const plantPartHandlers = {
  'GET /maintain-s/station/{id}/gridtype': async ({ params, context }) => {
    const { gridType } = await getFacts(context.db, params.id)
    return { gridInterconnectionType: gridType }
  },
  'POST /maintain-s/station/{id}/gridtype': async ({ params, query, context }) => {
    const edit = { gridType: query.gridInterconnectionType }
    return {
      changes: toChanges(
        await editPlant(context.db, context.services.recounts, params.id, edit, { nowMs: context.nowMs }),
      ),
    }
  },
  'GET /maintain-s/station/{id}/config/generationZero': async ({ params, context }) =>
    generationZero.toWire((await getFacts(context.db, params.id)).generationZero),
  'POST /maintain-s/station/{id}/config/generationZero': async ({ params, body, context }) => {
    const after = generationZero.fromWire(body)
    return { changes: toZeroChanges(await setGenerationZero(context.db, params.id, after), after) }
  },
  'GET /maintain-s/station/{id}/config/alarms': ({ params, context }) => getAlarmSettings(context.db, params.id),
  'POST /maintain-s/station/{id}/config/alarms': async ({ params, body, context }) => ({
    changes: toSettingChanges(await setAlarmSettings(context.db, params.id, body, context.nowMs), body),
  }),
  'GET /maintain-s/station/{id}/contact': async ({ params, context }) => {
    const { atMs, by } = await getCreation(context.db, params.id)
    return { ...(await getContact(context.db, params.id)), createdMs: atMs, creator: by }
  },
  'POST /maintain-s/station/{id}/contact': async ({ params, body, context }) => {
    const edit = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
    const { before, after } = await editContact(context.db, params.id, edit)
    return { changes: toContactChanges(before, after) }
  },
  'GET /maintain-s/power/system/{id}/micro/display': async ({ params, query, context }) => {
    if (query.system !== undefined && query.system !== params.id)
      throw new Refusal('PARAM_ERROR', { field: 'query.system' })
    const now = await plantNow(context.db, params.id, context.nowMs)
    return {
      systemId: params.id,
      micro: toNode(now, 'micro'),
      generator: toNode(now, 'generator'),
      ups: toNode(now, 'ups'),
      smartLoad: toNode(now, 'smartLoad'),
    }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
