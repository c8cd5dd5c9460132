import { setTimeout as sleep } from 'node:timers/promises'
import type { Values } from '@heliograph/domain/reading.ts'
import type { Platform, PostedDevice } from './platform.ts'

/** Readings in one call stay far below the size that a server takes. */
const MOST_READINGS = 480
/** A server lets a session post once a second in the long run. */
const PAUSE_MS = 1_000
const MOST_PAUSES = 120

/** A device as a program beside it reads it at one instant. */
export type ReadDevice = Omit<PostedDevice, 'readings'> & Readonly<{ values: Values }>

export type Reader = Readonly<{
  /** Posts the past, the newest first. */
  fillPast: () => Promise<void>
  /** Call about once a second. */
  tick: () => Promise<void>
}>

export type ReaderOptions = Readonly<{
  platform: Platform
  plantId: number
  source: string
  everyMs: number
  /** Its past, the newest first, as ms before now. */
  agesMs: readonly number[]
  /** Devices at an instant; none: nothing can be read then. */
  readAt: (atMs: number) => readonly ReadDevice[]
  now: () => number
  wait?: (ms: number) => Promise<unknown>
}>

/** A program beside devices that reads them and posts what it finds. */
export function createReader(options: ReaderOptions): Reader {
  const { platform, plantId, source, everyMs, agesMs, readAt, now, wait = sleep } = options
  let nextMs = 0

  const post = async (devices: readonly PostedDevice[]): Promise<void> => {
    for (let pauses = 0; ; pauses += 1)
      try {
        await platform.call('POST /maintain-s/station/{id}/readings', {
          params: { id: plantId },
          body: { source, devices: [...devices] },
        })
        return
      } catch (error) {
        const isTooMany = error instanceof Error && error.message.includes(': 429 ')
        if (!isTooMany || pauses === MOST_PAUSES) throw error
        await wait(PAUSE_MS)
      }
  }

  const postAt = async (instants: readonly number[]): Promise<void> => {
    let devices = new Map<string, PostedDevice>()
    let count = 0
    for (const atMs of instants) {
      const found = readAt(atMs)
      if (count > 0 && count + found.length > MOST_READINGS) {
        await post([...devices.values()])
        devices = new Map()
        count = 0
      }
      for (const { values, ...about } of found) {
        const readings = devices.get(about.serial)?.readings ?? []
        const reading = { at: new Date(atMs).toISOString(), values: { ...values } }
        devices.set(about.serial, { ...about, readings: [reading, ...readings] })
        count += 1
      }
    }
    if (count > 0) await post([...devices.values()])
  }

  return {
    fillPast: () => {
      const lastMs = Math.floor(now() / everyMs) * everyMs
      return postAt(agesMs.map((ageMs) => lastMs - ageMs))
    },
    tick: async () => {
      const nowMs = now()
      if (nowMs < nextMs) return
      nextMs = Math.floor(nowMs / everyMs + 1) * everyMs
      await postAt([Math.floor(nowMs / 1000) * 1000])
    },
  }
}

/** Ages from 0 in equal steps. */
export const agesOf = (count: number, stepMs: number): readonly number[] =>
  Array.from({ length: count }, (_, back) => back * stepMs)
