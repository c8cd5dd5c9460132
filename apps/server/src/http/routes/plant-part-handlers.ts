import type { Changes } from '@heliograph/contract/maintain-s/changes.ts'
import type { WireContact } from '@heliograph/contract/maintain-s/plant-parts.ts'
import type { AlarmSettings } from '@heliograph/domain/alarms/sample-facts.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { GenerationZero } from '@heliograph/domain/generation-zero.ts'
import type { PlantContact } from '@heliograph/domain/plant-contact.ts'
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
import { toSeconds } from './scales.ts'
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

const toWireSettings = ({ exportLimitW, nominalV }: AlarmSettings) => ({
  exportLimitPower: exportLimitW,
  nominalVoltage: nominalV,
})

function toSettingChanges(before: AlarmSettings, after: AlarmSettings): Changes {
  const [was, is] = [toWireSettings(before), toWireSettings(after)]
  return (['exportLimitPower', 'nominalVoltage'] as const)
    .filter((field) => was[field] !== is[field])
    .map((field) => ({ field, before: was[field], after: is[field] }))
}

/** Our names of a contact's parts on the wire. */
const contactNames = {
  owner: 'ownerName',
  company: 'ownerCompany',
  phone: 'contactPhone',
  email: 'contactEmail',
  ownNumber: 'customerNumber',
  gridPoint: 'meteringPoint',
  remark: 'remark',
} as const satisfies Record<keyof PlantContact, keyof WireContact>
const contactEntries = Object.entries(contactNames) as readonly [keyof PlantContact, keyof WireContact][]

const toWireContact = (contact: PlantContact): WireContact => ({
  ownerName: contact.owner,
  ownerCompany: contact.company,
  contactPhone: contact.phone,
  contactEmail: contact.email,
  customerNumber: contact.ownNumber,
  meteringPoint: contact.gridPoint,
  remark: contact.remark,
})

/** A line of each part is enough for the log. */
const toContactChanges = (before: PlantContact, after: PlantContact): Changes =>
  contactEntries
    .filter(([part]) => before[part] !== after[part])
    .map(([part, field]) => ({ field, before: cleanLine(before[part], 100), after: cleanLine(after[part], 100) }))

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
  'GET /maintain-s/station/{id}/config/generationZero': async ({ params, context }) => {
    const { belowW, atNight } = (await getFacts(context.db, params.id)).generationZero
    return { below: belowW, atNight }
  },
  'POST /maintain-s/station/{id}/config/generationZero': async ({ params, body, context }) => {
    const after = { belowW: body.below, atNight: body.atNight }
    return { changes: toZeroChanges(await setGenerationZero(context.db, params.id, after), after) }
  },
  'GET /maintain-s/station/{id}/config/alarms': async ({ params, context }) =>
    toWireSettings(await getAlarmSettings(context.db, params.id)),
  'POST /maintain-s/station/{id}/config/alarms': async ({ params, body, context }) => {
    const after = { exportLimitW: body.exportLimitPower, nominalV: body.nominalVoltage }
    return { changes: toSettingChanges(await setAlarmSettings(context.db, params.id, after, context.nowMs), after) }
  },
  'GET /maintain-s/station/{id}/contact': async ({ params, context }) => {
    const { atMs, by } = await getCreation(context.db, params.id)
    const contact = toWireContact(await getContact(context.db, params.id))
    return { ...contact, createdDate: toSeconds(atMs), creator: by }
  },
  'POST /maintain-s/station/{id}/contact': async ({ params, body, context }) => {
    const edit = Object.fromEntries(
      contactEntries.flatMap(([part, field]) => (body[field] === undefined ? [] : [[part, body[field]]])),
    )
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
