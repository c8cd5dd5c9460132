import { z } from 'zod'
import { endpoint, onOwnPlant, onPlant } from '../endpoint.ts'
import { epochMs, id, idParams, list, numberOrNull, pageQuery } from '../page.ts'
import { changes } from './changes.ts'

const permission = z.enum(['off', 'read', 'write'])
/**
 * off: the owner allows nothing. noMap: the registers of this model are unknown. noLine: its logger takes no requests.
 * offline: the logger is not connected. silent: no reply. refused: the device answers with an error. unlike: the reply, or
 * the value that was read back, is another one.
 */
const reason = z.enum(['off', 'noMap', 'noLine', 'offline', 'silent', 'refused', 'unlike'])
const value = z.union([z.number(), z.string(), z.null()])

/** How a setting may be changed; options: of a choice or switch. */
export const registerSetting = z.object({
  control: z.enum(['number', 'select', 'switch']),
  min: numberOrNull,
  max: numberOrNull,
  step: numberOrNull,
  options: z.array(z.object({ value: z.number(), label: z.string() })),
})
export type RegisterSetting = z.infer<typeof registerSetting>

/**
 * Reading of a register now. `quantity`: ours, with the value in its base unit; null: `label` and `unit` are the
 * maker's.
 */
export const registerReading = z.object({
  item: z.string(),
  label: z.string(),
  group: z.string(),
  quantity: z.string().nullable(),
  unit: z.string().nullable(),
  value,
  /** The name of a code. */
  meaning: z.string().nullable(),
  setting: registerSetting.nullable(),
})
export type RegisterReading = z.infer<typeof registerReading>

export const readOutcome = z.object({
  state: z.enum(['done', 'failed']),
  reason: reason.nullable(),
  atMs: epochMs.nullable(),
  items: z.array(registerReading).max(1_000),
})
export type ReadOutcome = z.infer<typeof readOutcome>

/** address, words: the registers that were written, or would be. */
export const settingOutcome = z.object({
  state: z.enum(['done', 'failed']),
  reason: reason.nullable(),
  dryRun: z.boolean(),
  before: value,
  after: value,
  address: numberOrNull,
  words: z.array(z.number().int()).max(125),
})
export type SettingReply = z.infer<typeof settingOutcome>

export const commandEntry = z.object({
  id,
  kind: z.enum(['read', 'write']),
  item: z.string().nullable(),
  before: numberOrNull,
  wanted: numberOrNull,
  after: numberOrNull,
  state: z.enum(['running', 'done', 'failed']),
  reason: z.string().nullable(),
  userName: z.string().nullable(),
  startedAtMs: epochMs,
  endedAtMs: epochMs.nullable(),
})
export type CommandEntry = Readonly<z.infer<typeof commandEntry>>

const idsOfDevice = idParams.extend({ did: id })

export const commandCalls = {
  'GET /maintain-s/station/{id}/commands': endpoint({
    summary: "What may be asked of the plant's devices at once",
    right: onPlant('viewPlantDevice', 'params.id'),
    params: idParams,
    /** mayAllow: the session may change it. */
    reply: z.object({ permission, mayAllow: z.boolean() }),
  }),
  'POST /maintain-s/station/{id}/commands': endpoint({
    summary: "Allow or forbid to read and set the plant's devices at once",
    undo: { reads: 'GET /maintain-s/station/{id}/commands' },
    right: onOwnPlant('params.id'),
    params: idParams,
    body: z.strictObject({ permission }),
    reply: z.object({ changes }),
  }),
  'POST /maintain-s/power/system/{id}/device/{did}/read': endpoint({
    summary: 'Read everything a device has to say now, through its logger',
    undo: 'act',
    right: onPlant('commandDevice', 'params.id'),
    cost: 30,
    params: idsOfDevice,
    body: z.strictObject({}),
    reply: readOutcome,
  }),
  'POST /maintain-s/power/system/{id}/device/{did}/setting': endpoint({
    summary: 'Set one value of a device and read it back; a dry run writes nothing',
    undo: 'act',
    right: onPlant('commandDevice', 'params.id'),
    cost: 30,
    params: idsOfDevice,
    body: z.strictObject({ item: z.string().max(100), value: z.number().min(-1e12).max(1e12), dryRun: z.boolean() }),
    reply: settingOutcome.extend({ changes }),
  }),
  'GET /maintain-s/power/system/{id}/device/{did}/commands': endpoint({
    summary: 'What was read from and set on a device, newest first',
    right: onPlant('viewPlantDevice', 'params.id'),
    params: idsOfDevice,
    query: pageQuery,
    reply: list(commandEntry),
  }),
} as const
