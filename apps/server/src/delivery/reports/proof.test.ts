import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { languageCodes } from '@heliograph/domain/languages.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addAlarm } from '../../insight/alarms/testing/add-alarm.ts'
import { readsOf } from '../../platform/db/read-replica.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { readSignature } from '../../platform/signing/testing/read-signature.ts'
import {
  addMember,
  addTestDevice,
  addTestPlant,
  addTestUser,
  appendSamples,
  bearer,
  createTestApp,
  type TestApp,
} from '../../testing/app.ts'
import { createPlantExports } from '../exports/exports.ts'
import { makeProof } from './reports.ts'
import { readPdf } from './testing/read-pdf.ts'

const nowMs = Date.parse('2026-06-15T18:00:00Z')
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const openedAtMs = Date.parse('2026-06-15T09:00:00Z')
let test: TestApp
let work: (id: number) => Promise<void>
let plant: number
let alarm: string
let foreign: string
let owner: Awaited<ReturnType<typeof addTestUser>>
let viewer: typeof owner
let guest: typeof owner
let stranger: typeof owner
const ordered: number[] = []

beforeAll(async () => {
  const jobs = {
    send: async (_: string, data: object) => void ordered.push((data as Readonly<{ id: number }>).id),
    work: async (name: string, run: (data: never, job: never) => Promise<void>) => {
      if (name === 'plant-exports') work = (id) => run({ id } as never, { isLastTry: true } as never)
    },
  } as unknown as Jobs
  test = await createTestApp(nowMs, { services: { plantExports: { order: async (_, id) => void ordered.push(id) } } })
  await createPlantExports({
    db: test.db,
    reads: readsOf(test.db),
    jobs,
    mail: test.services.mail,
    publicUrl: 'https://pv.example.org',
    log: pino({ level: 'silent' }),
    now: () => test.clock.nowMs,
  })
  owner = await addTestUser(test, 'owner')
  viewer = await addTestUser(test, 'viewer')
  guest = await addTestUser(test, 'guest')
  stranger = await addTestUser(test, 'stranger')
  plant = await addTestPlant(test.db, owner.userId, { name: 'Lindenhof', pricePerKwh: 0.31 })
  await addMember(test.db, plant, viewer.userId, 'viewer', ['viewPlantInfo', 'viewPlantAlert'])
  await addMember(test.db, plant, guest.userId, 'viewer', ['viewPlantInfo'])
  const device = await addTestDevice(test.db, plant, {
    serial: 'INV4711',
    texts: { maker: 'Deye', model: 'SUN-8K-SG04LP3' },
    quantities: ['pvPowerW', 'pv1PowerW', 'pv2PowerW', 'faultCode1', 'generationTotalWh'],
    flows: ['generation'],
  })
  const valuesAt = (atMs: number) => {
    const isDead = atMs >= openedAtMs
    return {
      pvPowerW: isDead ? 1500 : 3000,
      pv1PowerW: 1500,
      pv2PowerW: isDead ? 0 : 1500,
      faultCode1: isDead ? 4096 : 0,
      generationTotalWh: 1e6 + (atMs - nowMs) / 1000,
    }
  }
  const gapMs = Date.parse('2026-06-15T12:00:00Z')
  for (const [fromMs, toMs] of [
    [openedAtMs - 5 * HOUR_MS, gapMs],
    [gapMs + 90 * MINUTE_MS, nowMs],
  ] as const)
    await appendSamples(test.db, device, { fromMs, toMs, stepMs: 5 * MINUTE_MS }, valuesAt)
  await test.db.kysely
    .updateTable('devices')
    .set({ warranty_until: '2031-05-01', clock_offset_s: 720, clock_offset_at: new Date(nowMs - HOUR_MS) })
    .where('id', '=', device.deviceId)
    .execute()
  alarm = await addAlarm(test.db, {
    plantId: plant,
    deviceId: device.deviceId,
    part: 'pv2',
    rule: 'stringDead',
    openedAtMs,
    closedAtMs: nowMs - HOUR_MS,
    lostWh: 5_500,
  })
  const other = await addTestPlant(test.db, stranger.userId, { name: 'Neighbor' })
  foreign = await addAlarm(test.db, { plantId: other, openedAtMs })
})
beforeEach(() => {
  ordered.length = 0
})
afterAll(() => test.close())

const make = async (change: Readonly<Record<string, unknown>> = {}): Promise<Buffer> =>
  buffer(
    (await makeProof({ reads: test.db, primary: test.db }, plant, alarm, {
      holder: { userId: owner.userId, organizationId: null },
      hasDevices: true,
      hasAlarms: true,
      language: 'en',
      nowMs,
      host: 'localhost',
      publicUrl: 'https://pv.example.org',
      ...change,
    })) as AsyncIterable<Buffer>,
  )
const wordsOf = (file: Buffer): string => readPdf(file).flat().join(' ').replace(/\s+/g, ' ')
const digestOf = (file: Buffer): string => createHash('sha256').update(file).digest('hex')
const definition = (alertId: string) => ({
  kind: 'proof',
  step: 'alarm',
  from: '2026-06-15',
  to: '2026-06-15',
  fileType: 'pdf',
  alertId,
})
const order = (alertId: string, by = owner, more: object = {}) =>
  test.app.inject({
    method: 'POST',
    url: `/maintain-s/station/${plant}/report/jobs`,
    headers: bearer(by.token),
    payload: { definition: { ...definition(alertId), ...more } },
  })

describe('a proof of a fault', () => {
  it('names the device, the fault and the loss, as an estimate', async () => {
    const words = wordsOf(await make())
    for (const text of [
      'String delivers nothing',
      'Fault, from 2026-06-15 11:00:00 (UTC+02:00) to 2026-06-15 19:00:00 (UTC+02:00).',
      'Deye',
      'SUN-8K-SG04LP3',
      'INV4711',
      'String 2',
      'May 1, 2031',
      '≈ 5.50 kWh',
      '≈ €1.70',
      'Energy lost (estimate)',
    ])
      expect(words).toContain(text)
  })
  it('shows readings around the beginning with raw codes, and names gaps and clocks', async () => {
    const words = wordsOf(await make())
    expect(words).toMatch(/2026-06-15 10:55:00 0 /)
    expect(words).toMatch(/2026-06-15 11:00:00 4096 /)
    expect(words).toContain(
      'No reading from 2026-06-15 13:55:00 (UTC+02:00) to 2026-06-15 15:30:00 (UTC+02:00) (1 h 35 min).',
    )
    // Before the first reading too.
    expect(words).toContain('No reading from 2026-06-15 05:00:00 (UTC+02:00) to 2026-06-15 06:00:00 (UTC+02:00) (1 h).')
    expect(words).toContain('ran 12 min ahead of this server’s')
    expect(words).toContain('Every reading shown has the time that the device or its logger sent.')
  })
  it('leaves out what devices measured, and says so, for who may not see it', async () => {
    const words = wordsOf(await make({ hasDevices: false }))
    expect(words).toContain('Values of devices are left out')
    expect(words).not.toContain('SUN-8K-SG04LP3')
    expect(words).not.toContain('4096')
    expect(words).not.toContain('No reading from')
  })
  it('explains the codes of the maker, raw and in words', async () => {
    const id = await addAlarm(test.db, {
      plantId: plant,
      rule: 'deviceFault',
      openedAtMs,
      evidence: { maker: 'Deye', profileId: 'deye-5411', codes: ['F64', 'F999'] },
    })
    const proof = await makeProof({ reads: test.db, primary: test.db }, plant, id, {
      holder: { userId: owner.userId, organizationId: null },
      hasDevices: true,
      hasAlarms: true,
      language: 'en',
      nowMs,
      host: 'localhost',
      publicUrl: 'https://pv.example.org',
    })
    const words = wordsOf(await buffer(proof as AsyncIterable<Buffer>))
    expect(words).toMatch(/F64: /)
    expect(words).toContain('F999: not in the library of codes')
  })
  it('is written in each language without a hole', async () => {
    for (const language of languageCodes) {
      const words = wordsOf(await make({ language }))
      expect(words, language).not.toMatch(/proof\.|\{|□/)
    }
  })
})

describe('the signature of a proof', () => {
  it('is valid, covers the file, and its digest is known here', async () => {
    const file = await make()
    const { isValid, range } = readSignature(file)
    expect(isValid).toBe(true)
    expect((range[2] ?? 0) + (range[3] ?? 0)).toBe(file.length)
    const reply = await test.app.inject({
      method: 'GET',
      url: `/maintain-s/station/report/signed/${digestOf(file)}`,
    })
    expect(reply.json()).toMatchObject({ kind: 'proof', brand: 'Heliograph', madeAtMs: nowMs })
    expect(wordsOf(file).replaceAll(' ', '')).toContain(reply.json().fingerprint)
  })
  it('of a changed file is refused, by reader and server', async () => {
    const file = Buffer.from(await make())
    const at = file.indexOf('/Producer') + 12
    file[at] = (file[at] ?? 0) ^ 1
    expect(readSignature(file).isValid).toBe(false)
    const reply = await test.app.inject({ method: 'GET', url: `/maintain-s/station/report/signed/${digestOf(file)}` })
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'FILE_NOT_FROM_HERE'])
  })
})

describe('ordering a proof', () => {
  it('makes a file that the person downloads', async () => {
    const made = (await order(alarm)).json()
    await work(ordered[0] ?? 0)
    const file = await test.app.inject({
      method: 'GET',
      url: `/maintain-s/station/${plant}/report/jobs/${made.id}/file`,
      headers: bearer(owner.token),
    })
    expect(file.statusCode).toBe(200)
    expect(readSignature(file.rawPayload).isValid).toBe(true)
    expect(wordsOf(file.rawPayload)).toContain('INV4711')
  })
  it('needs the right to see alarms, and leaves out devices without theirs', async () => {
    expect((await order(alarm, guest)).json().code).toBe('NO_PERMISSION')
    expect((await order(alarm, stranger)).statusCode).toBe(404)
    const made = (await order(alarm, viewer)).json()
    await work(ordered[0] ?? 0)
    const file = await test.app.inject({
      method: 'GET',
      url: `/maintain-s/station/${plant}/report/jobs/${made.id}/file`,
      headers: bearer(viewer.token),
    })
    expect(wordsOf(file.rawPayload)).toContain('Values of devices are left out')
  })
  it('refuses the alarm of a neighbor, of nobody, and none at all', async () => {
    expect((await order(foreign)).json().code).toBe('NOT_FOUND')
    expect((await order('11111111-0000-4000-8000-000000000001')).json().code).toBe('NOT_FOUND')
    expect((await order(alarm, owner, { alertId: undefined })).json().code).toBe('PARAM_ERROR')
    expect((await order(alarm, owner, { kind: 'statistics', step: 'day', fileType: 'csv' })).json().code).toBe(
      'PARAM_ERROR',
    )
  })
  it('is no schedule, no template and no stream', async () => {
    const refused = async (url: string, payload: object): Promise<unknown> =>
      (
        await test.app.inject({
          method: 'POST',
          url: `/maintain-s/station${url}`,
          headers: bearer(owner.token),
          payload,
        })
      ).json().code
    const named = { name: 'Each month', definition: definition(alarm) }
    expect(await refused(`/${plant}/report/schedules`, { ...named, every: 'month' })).toBe('PARAM_ERROR')
    expect(await refused('/report/templates', named)).toBe('PARAM_ERROR')
    expect(await refused(`/report/export/${plant}`, definition(alarm))).toBe('PARAM_ERROR')
  })
})
