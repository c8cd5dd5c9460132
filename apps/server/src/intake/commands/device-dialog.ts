import type { RegisterSpan, Reply } from '@heliograph/devices/reads/modbus/dialog.ts'
import { readFrom } from '@heliograph/devices/reads/modbus/replies.ts'
import { decodeRegister } from '@heliograph/devices/reads/register-map/decode-item.ts'
import { encodeRegister } from '@heliograph/devices/reads/register-map/encode-item.ts'
import { planItems } from '@heliograph/devices/reads/register-map/plan-items.ts'
import type { RegisterItem, RegisterMap, RegisterValue } from '@heliograph/devices/reads/register-map/register-map.ts'
import { decodeReadReply, encodeReadRequest } from '@heliograph/wires/modbus/rtu.ts'
import { decodeWriteReply, encodeWriteRequest } from '@heliograph/wires/modbus/rtu-write.ts'
import type { LineReply } from '../ingest/ingest.ts'

/** Modbus unit of the device behind a logger: all known ones are set to 1 by default. */
const UNIT = 1
/** Between two requests (protocols.md 3), and before what was written is read back. */
const PAUSE_MS = 200
const SETTLE_MS = 1_000
const TRIES = 2
/** A request of a target that this server reads may be under way: it ends within ten seconds. */
const BUSY_PAUSES = 60

/** offline: the logger is not connected. silent: no reply. refused: the device or logger answers with an error. */
export type Fault = 'offline' | 'silent' | 'refused' | 'unlike'
export class DialogFault extends Error {
  readonly fault: Fault
  constructor(fault: Fault) {
    super(fault)
    this.fault = fault
  }
}

/** @returns undefined when the logger is connected to no node */
export type Ask = (rtu: Uint8Array) => Promise<LineReply | undefined>
export type Dialog = Readonly<{ ask: Ask; wait: (ms: number) => Promise<void> }>
export type ReadItem = Readonly<{ item: RegisterItem; value: RegisterValue }>

/**
 * Reads items of a device, one request after the other.
 * @throws DialogFault when nothing at all could be read; a part that the device refuses is left out
 */
export async function readItems(
  dialog: Dialog,
  items: readonly RegisterItem[],
  map: Pick<RegisterMap, 'maxRegisters' | 'maxGap'>,
): Promise<readonly ReadItem[]> {
  const replies: Reply[] = []
  let fault: DialogFault | undefined
  for (const [index, block] of planItems(items, { unit: UNIT, ...map }).entries()) {
    if (index > 0) await dialog.wait(PAUSE_MS)
    try {
      replies.push({ block, words: await readSpan(dialog, block) })
    } catch (error) {
      // A device lacks some ranges of its family; without any reply the next request would wait in vain too.
      if (!(error instanceof DialogFault) || error.fault !== 'refused') throw error
      fault = error
    }
  }
  if (replies.length === 0) throw fault ?? new DialogFault('silent')
  const read = readFrom(replies)
  return items.flatMap((item) => {
    const value = decodeRegister(item, read)
    return value === undefined ? [] : [{ item, value }]
  })
}

async function readSpan(dialog: Dialog, { function: fn, address, count }: RegisterSpan): Promise<readonly number[]> {
  const rtu = await exchange(dialog, encodeReadRequest({ unit: UNIT, fn, address, count }))
  const reply = decodeReadReply(rtu)
  if (reply.kind === 'exception') throw new DialogFault('refused')
  if (reply.kind !== 'words' || reply.fn !== fn || reply.words.length !== count) throw new DialogFault('unlike')
  return reply.words
}

/** @returns the Modbus reply. @throws DialogFault */
async function exchange(dialog: Dialog, rtu: Uint8Array, tries = TRIES): Promise<Uint8Array> {
  let pauses = 0
  for (let attempt = 1; ; attempt++) {
    const reply = await dialog.ask(rtu).catch((error: unknown) => {
      const fault = error instanceof Error ? error.message : ''
      if (fault === 'gone') return undefined
      if (fault === 'busy') return 'busy' as const
      return fault === 'timeout' ? ('silent' as const) : Promise.reject(error)
    })
    if (reply === 'busy') {
      if (++pauses > BUSY_PAUSES) throw new DialogFault('silent')
      attempt -= 1
      await dialog.wait(PAUSE_MS)
      continue
    }
    if (reply === undefined) throw new DialogFault('offline')
    if (reply !== 'silent') {
      if ('rtu' in reply) return reply.rtu
      throw new DialogFault('refused')
    }
    if (attempt === tries) throw new DialogFault('silent')
    await dialog.wait(PAUSE_MS)
  }
}

/** Effect of a setting on the wire: the registers, from the first address on. */
export type WritePlan = Readonly<{ before: RegisterValue; address: number; words: readonly number[] }>

/**
 * Reads what a setting has now and prepares what would be written; writes nothing.
 * @throws DialogFault; RangeError for a value that does not fit
 */
export async function planWrite(dialog: Dialog, item: RegisterItem, value: number): Promise<WritePlan> {
  const words = encodeRegister(item, value)
  const lowest = Math.min(...item.registers)
  const { register: address, count, set = [] } = item.write?.block ?? { register: lowest, count: item.registers.length }
  const span = { function: 3, address, count } as const
  const now = await readSpan(dialog, span)
  const before = decodeRegister(item, readFrom([{ block: span, words: now }])) ?? null
  const block = [...now]
  for (const [index, register] of item.registers.entries()) block[register - address] = words[index] ?? 0
  for (const one of set) block[one.register - address] = one.value
  return { before, address, words: block }
}

/** Writes once and never again by itself: a write without an answer is verified by reading back. @throws DialogFault */
export async function writePlan(dialog: Dialog, item: RegisterItem, plan: WritePlan): Promise<RegisterValue> {
  const request = encodeWriteRequest({ unit: UNIT, address: plan.address, words: plan.words })
  await dialog.wait(PAUSE_MS)
  const isAnswered = await exchange(dialog, request, 1).then(
    (rtu) => {
      const reply = decodeWriteReply(rtu)
      if (reply.kind === 'exception') throw new DialogFault('refused')
      return reply.kind === 'written'
    },
    (error: unknown) => {
      if (error instanceof DialogFault && error.fault === 'silent') return false
      throw error
    },
  )
  await dialog.wait(SETTLE_MS)
  const span = { function: 3, address: plan.address, count: plan.words.length } as const
  const after = decodeRegister(item, readFrom([{ block: span, words: await readSpan(dialog, span) }])) ?? null
  if (!isAnswered && after === plan.before) throw new DialogFault('silent')
  return after
}
