import type { Changes } from '@heliograph/contract/maintain-s/changes.ts'
import { type TurnedPower, turnPowers } from '../../fleet/devices/devices.ts'
import { answerSigns, plantSigns } from '../../fleet/plants/plants.ts'
import type { FamilyHandlers } from './handler.ts'

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
        powerW: watts,
        atMs,
        isTurned,
      })),
      balance,
      meters: meters.map(({ device, role }) => ({ ...named(device), role })),
    }
  },
  'POST /maintain-s/station/{id}/signs': async ({ params, body, context: { db, services, nowMs } }) => {
    const { sun, grid, turned } = await answerSigns(db, services.recounts, params.id, body, nowMs)
    return { sun, grid, changes: toChanges(turned) }
  },
  'POST /maintain-s/station/{id}/signs/turn': async ({ params, body, context: { db, services } }) => ({
    changes: toChanges(await turnPowers(db, services.recounts, params.id, [body])),
  }),
} satisfies Partial<FamilyHandlers<'maintain-s'>>
