import type { Changes } from '@heliograph/contract/maintain-s/changes.ts'
import { type TurnedPower, turnPowers } from '../../fleet/devices/devices.ts'
import { answerSigns, plantSigns } from '../../fleet/plants/plants.ts'
import type { FamilyHandlers } from './handler.ts'
import { toSeconds } from './scales.ts'

const toChanges = (turned: readonly TurnedPower[]): Changes =>
  turned.map(({ power, isTurned, name }) => ({
    field: power === 'grid' ? 'turnedGrid' : 'turnedBattery',
    before: isTurned ? null : name,
    after: isTurned ? name : null,
  }))

export const signHandlers = {
  'GET /maintain-s/station/{id}/signs': async ({ params, context: { db, nowMs } }) => {
    const { sources, balance, meters } = await plantSigns(db, params.id, nowMs)
    const named = ({ deviceId, name, serial }: (typeof meters)[number]['device']) => ({
      deviceId,
      deviceName: name,
      serial,
    })
    return {
      powers: sources.map(({ device, power, watts, atMs, isTurned }) => ({
        ...named(device),
        power,
        value: watts,
        at: toSeconds(atMs),
        turned: isTurned,
      })),
      balance,
      meters: meters.map(({ device, role }) => ({ ...named(device), role })),
    }
  },
  'POST /maintain-s/station/{id}/signs': async ({ params, body, context: { db, services, nowMs } }) => {
    const { producing, takesFromGrid, byBalance } = body
    const answers = {
      ...(producing !== undefined && { isProducing: producing }),
      ...(takesFromGrid !== undefined && { takesFromGrid }),
      ...(byBalance && { byBalance }),
    }
    const { sun, grid, turned } = await answerSigns(db, services.recounts, params.id, answers, nowMs)
    return { sun, grid, changes: toChanges(turned) }
  },
  'POST /maintain-s/station/{id}/signs/turn': async ({ params, body, context: { db, services } }) => {
    const { deviceId, power, turned } = body
    return {
      changes: toChanges(await turnPowers(db, services.recounts, params.id, [{ deviceId, power, isTurned: turned }])),
    }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
