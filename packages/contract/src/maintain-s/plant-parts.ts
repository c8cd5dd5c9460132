import { gridTypes } from '@heliograph/domain/plant.ts'
import { contactLengths } from '@heliograph/domain/plant-contact.ts'
import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { epochMs, id, idParams, numberOrNull } from '../page.ts'
import { changes } from './changes.ts'

/** Production that is shown as 0 W. `below` in W, null: no threshold. */
export const generationZero = z.object({
  below: numberOrNull,
  atNight: z.boolean(),
})

/** Bounds for the alarms of a plant; null: the rule of the export rests, voltages are judged by the country's. */
const alarmSettings = z.strictObject({
  /** W that may be fed in at most. */
  exportLimitW: z.number().min(0).max(1_000_000_000).nullable(),
  /** V between a phase and neutral. */
  nominalV: z.number().min(50).max(1_000).nullable(),
})

/** Whom to reach about a plant. '': unknown. */
const contact = z.strictObject({
  owner: z.string().max(contactLengths.owner),
  company: z.string().max(contactLengths.company),
  phone: z
    .string()
    .max(contactLengths.phone)
    .regex(/^[\d\s()+./xX#-]*$/),
  email: z
    .string()
    .max(contactLengths.email)
    .regex(/^(?:[^\s@]+@[^\s@]+)?$/),
  /** Under which the installer's own books have the customer or the plant. */
  ownNumber: z.string().max(contactLengths.ownNumber),
  /** Number of the connection at the grid operator: NMI, MPAN, EAN, CUPS, Marktlokation. */
  gridPoint: z.string().max(contactLengths.gridPoint),
  remark: z.string().max(contactLengths.remark),
})
/** The person who entered the plant; null: that account is gone. */
const creator = z.object({ name: z.string(), organization: z.string().nullable() }).nullable()

/** A node of the flow beside sun, grid, battery and load, with the devices that have its role. */
export const sideNode = z.object({
  displayFlg: z.union([z.literal(0), z.literal(1)]),
  devices: z.array(z.string()),
})

export const plantPartCalls = {
  'GET /maintain-s/station/{id}/gridtype': endpoint({
    summary: "The plant's grid connection",
    right: onPlant('viewPlantInfo', 'params.id'),
    params: idParams,
    reply: z.object({ gridInterconnectionType: z.enum(gridTypes) }),
  }),
  'POST /maintain-s/station/{id}/gridtype': endpoint({
    summary: "Change the plant's grid connection",
    undo: { reads: 'GET /maintain-s/station/{id}/gridtype' },
    right: onPlant('editPlant', 'params.id'),
    params: idParams,
    query: z.strictObject({ gridInterconnectionType: z.enum(gridTypes) }),
    reply: z.object({ changes }),
  }),
  'GET /maintain-s/station/{id}/config/generationZero': endpoint({
    summary: 'When the production is shown as 0 W',
    right: onPlant('viewPlantInfo', 'params.id'),
    params: idParams,
    reply: generationZero,
  }),
  'POST /maintain-s/station/{id}/config/generationZero': endpoint({
    summary: 'Show production as 0 W below a threshold, or at night; energies are counted as ever',
    undo: { reads: 'GET /maintain-s/station/{id}/config/generationZero' },
    right: onPlant('editPlant', 'params.id'),
    params: idParams,
    body: z.strictObject({ below: z.number().min(0).max(1_000_000).nullable(), atNight: z.boolean() }),
    reply: z.object({ changes }),
  }),
  'GET /maintain-s/station/{id}/config/alarms': endpoint({
    summary: 'The bounds by which the alarms of the plant are judged',
    right: onPlant('viewPlantInfo', 'params.id'),
    params: idParams,
    reply: alarmSettings,
  }),
  'POST /maintain-s/station/{id}/config/alarms': endpoint({
    summary: 'Set the bounds by which the alarms of the plant are judged',
    undo: { reads: 'GET /maintain-s/station/{id}/config/alarms' },
    right: onPlant('editPlant', 'params.id'),
    params: idParams,
    body: alarmSettings,
    reply: z.object({ changes }),
  }),
  'GET /maintain-s/station/{id}/contact': endpoint({
    summary: 'Whom to reach about the plant, and the number of its grid connection',
    right: onPlant('viewPlantInfo', 'params.id'),
    params: idParams,
    reply: contact.extend({ createdMs: epochMs, creator }),
  }),
  'POST /maintain-s/station/{id}/contact': endpoint({
    summary: 'Set whom to reach about the plant; parts that are left out stay',
    undo: { reads: 'GET /maintain-s/station/{id}/contact' },
    right: onPlant('editPlant', 'params.id'),
    params: idParams,
    body: contact.partial().refine((edit) => Object.keys(edit).length > 0),
    reply: z.object({ changes }),
  }),
  'GET /maintain-s/power/system/{id}/micro/display': endpoint({
    summary: 'Which nodes the flow of the plant has beside sun, grid, battery and load',
    right: onPlant('viewPlantInfo', 'params.id'),
    params: idParams,
    /** The plant again, as the page of the field sends it. */
    query: z.strictObject({ system: id.optional() }),
    reply: z.object({ systemId: id, micro: sideNode, generator: sideNode, ups: sideNode, smartLoad: sideNode }),
  }),
} as const
