import { type CallName, namedEndpoints } from '@heliograph/contract/calls.ts'
import type { UndoSame } from '@heliograph/contract/endpoint.ts'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetSaved } from '../people/audit/audit.ts'
import { addMember, addTestUser, bearer, createTestApp, type TestApp } from '../testing/app.ts'
import { type CallParts, inject } from '../testing/call.ts'
import { callSamples, type Place } from '../testing/call-samples.ts'
import { addSamplePlace } from '../testing/sample-place.ts'

const nowMs = Date.parse('2026-06-15T10:00:00Z')
let test: TestApp
let owner: { userId: number; token: string }
let place: Place
beforeAll(async () => {
  test = await createTestApp(nowMs)
  owner = await addTestUser(test, 'owner')
  place = await addSamplePlace(test.db, owner.userId, 'owner', nowMs)
})
afterAll(() => test.close())

const ask = (name: CallName, parts: CallParts, token = owner.token) => inject(test.app, name, parts, bearer(token))
const undo = async (entryId: unknown, token = owner.token) => {
  const reply = await ask('POST /user-s/undo/{entryId}', { params: { entryId: Number(entryId) }, body: {} }, token)
  return { status: reply.statusCode, body: reply.json() }
}
const plant = () => ({ id: place.plant })

/** Another value for each setting that can be undone: a call without a row here fails. */
const edits: Readonly<Record<string, () => CallParts>> = {
  'POST /maintain-s/station/{id}': () => ({ params: plant(), body: { name: 'Barn', installedCapacity: 7.7 } }),
  'POST /maintain-s/station/{id}/gridtype': () => ({ params: plant(), query: { gridInterconnectionType: 'OFF_GRID' } }),
  'POST /maintain-s/station/{id}/config/generationZero': () => ({
    params: plant(),
    body: { below: 50, atNight: true },
  }),
  'POST /maintain-s/station/{id}/config/alarms': () => ({
    params: plant(),
    body: { exportLimitW: 4_000, nominalV: 240 },
  }),
  'POST /maintain-s/station/{id}/config/billing': () => ({ params: plant(), body: { day: 5 } }),
  'POST /maintain-s/station/{id}/contact': () => ({
    params: plant(),
    body: { owner: 'Ada', remark: 'Ring twice' },
  }),
  'POST /maintain-s/station/{id}/finance': () => ({ params: plant(), body: { constructionCost: 1_000 } }),
  'POST /maintain-s/station/{id}/commands': () => ({ params: plant(), body: { permission: 'read' } }),
  'POST /maintain-s/power/system/{id}/device/{did}': () => ({
    params: { id: place.plant, did: place.device },
    body: { deviceName: 'South', ratedPower: 4_000 },
  }),
  'POST /maintain-s/power/system/{id}/gateway/{gid}': () => ({
    params: { id: place.plant, gid: place.logger },
    body: { name: 'Attic' },
  }),
  'POST /maintain-s/power/system/{id}/gateway/{gid}/sources': () => ({
    params: { id: place.plant, gid: place.logger },
    body: { allowedSources: ['203.0.113.0/24'], strict: true },
  }),
  'POST /maintain-s/power/system/{id}/meter/{mid}/config': () => ({
    params: { id: place.plant, mid: place.meter },
    body: { role: 'load', ratio: 40, direction: 'reversed' },
  }),
  'POST /user-s/acc/preferences': () => ({ body: { theme: 'dark', temperatureUnit: 'F' } }),
  'POST /user-s/acc/profile': () => ({ body: { nickname: 'Ada' } }),
  'POST /message-s/settings': () => callSamples['POST /message-s/settings'](place),
}
const undoable = namedEndpoints.flatMap(([name, entry]) =>
  typeof entry.undo === 'object' ? [[name, entry.undo] as const] : [],
)
const read = async ({ reads }: UndoSame, { params }: CallParts) =>
  (await ask(reads as CallName, params === undefined ? {} : { params })).json()

describe('a saved setting', () => {
  it.each(undoable)('%s is undone by its entry in the log', async (name, declared) => {
    const edit = edits[name]?.()
    if (edit === undefined) throw new Error(`${name} has no row in this test`)
    const before = await read(declared, edit)
    const saved = await ask(name, edit)
    expect([saved.statusCode, saved.body]).toEqual([200, expect.anything()])
    expect(await read(declared, edit)).not.toEqual(before)
    expect(saved.headers.undo).toMatch(/^\d+$/)
    expect(await undo(saved.headers.undo)).toMatchObject({ status: 200 })
    expect(await read(declared, edit)).toEqual(before)
    expect((await undo(saved.headers.undo)).status).toBe(404)
  })

  const name = (text: string) => ask('POST /maintain-s/station/{id}', { params: plant(), body: { name: text } })
  const state = async () => {
    const reply = await ask('GET /maintain-s/station/{id}/audit', { params: plant(), query: { page: '1', size: '3' } })
    return reply.json().data.map((row: { undo: string }) => row.undo)
  }

  it('is not undone where it was saved again since, and the log says so', async () => {
    const first = await name('One')
    const second = await name('Two')
    expect(await state()).toEqual(['possible', 'changed', expect.anything()])
    expect(await undo(first.headers.undo)).toMatchObject({ status: 409, body: { code: 'CHANGED_SINCE' } })
    expect((await undo(second.headers.undo)).status).toBe(200)
    expect((await state()).slice(0, 2)).toEqual(['possible', 'undone'])
  })

  it('has no undo where nothing was changed', async () => {
    await name('Same')
    expect((await name('Same')).headers.undo).toBeUndefined()
  })

  it("is undone with the rights of the call: a neighbor's entry is like none", async () => {
    const saved = await name('Mine')
    const stranger = await addTestUser(test, 'stranger')
    const missing = await undo(999_999_999, stranger.token)
    const { requestId: _, ...theirs } = (await undo(saved.headers.undo, stranger.token)).body
    expect([missing.status, theirs]).toEqual([404, { ...missing.body, requestId: undefined }])
    const viewer = await addTestUser(test, 'viewer')
    await addMember(test.db, place.plant, viewer.userId, 'viewer')
    expect((await undo(saved.headers.undo, viewer.token)).status).toBe(403)
    const own = await ask('POST /user-s/acc/preferences', { body: { theme: 'light' } })
    expect((await undo(own.headers.undo, viewer.token)).status).toBe(404)
    expect((await undo(own.headers.undo)).status).toBe(200)
  })

  it('is forgotten after thirty days', async () => {
    const saved = await name('Old')
    await forgetSaved(test.db, nowMs + 31 * DAY_MS)
    expect((await undo(saved.headers.undo)).status).toBe(404)
  })
})
