import { describe, expect, it } from 'vitest'
import { fleet } from '../fleet.ts'
import { advance, createPlantModel, newPlantState } from '../plant-model.ts'
import type { Platform } from '../platform.ts'
import { computeMoment } from '../readings.ts'
import { openSites, type Site } from './open-sites.ts'

const nightMs = Date.UTC(2026, 5, 16, 1)
const spec = fleet.find(({ links }) => links?.includes('sunspec'))
if (!spec) throw new Error('no home is asked')
const model = createPlantModel(spec, [], 1)
const site: Site = {
  plantId: 5,
  names: ['sunspec'],
  home: {
    model,
    now: () => nightMs,
    momentAt: (atMs) => computeMoment(model, advance(model, newPlantState(model, nightMs - 3_600_000), atMs), atMs),
    steps: [],
  },
}

/** A platform that finds one device at any address, and tells what it was asked. */
function openPlatform(targets: readonly Readonly<{ way: string; port: number }>[]) {
  const asked: (readonly [string, unknown])[] = []
  const platform = {
    call: async (name: string, { body }: Readonly<{ body?: unknown }> = {}) => {
      asked.push([name, body])
      if (name.endsWith('/signs')) return { powers: [], meters: [] }
      if (name.startsWith('GET')) return { data: targets }
      return name.endsWith('/probe') ? { data: [{ offer: 'the offer' }] } : { id: 1 }
    },
  } as unknown as Platform
  return { platform, asked }
}

const options = {
  sites: [site],
  complain: (fault: unknown) => {
    throw fault
  },
}

describe('a home whose devices are asked', () => {
  it('has what answers at its address added', async () => {
    const { platform, asked } = openPlatform([])
    const {
      served: [served],
    } = await openSites({ ...options, platform, ports: [0] })
    await expect.poll(() => asked.length).toBeGreaterThanOrEqual(3)
    await served?.stop()
    expect(asked[1]?.[1]).toEqual({ way: 'modbus-tcp', host: '127.0.0.1', port: served?.port, settings: {} })
    expect(asked[2]?.[1]).toEqual({ offers: ['the offer'], name: '', pollSeconds: 10, storeSeconds: 60 })
  })

  it('keeps the port at which the server reads it', async () => {
    const { served: first } = await openSites({ ...options, platform: openPlatform([]).platform, ports: [0] })
    const port = first[0]?.port ?? 0
    await first[0]?.stop()
    const { platform, asked } = openPlatform([{ way: 'modbus-tcp', port }])
    const {
      served: [served],
    } = await openSites({ ...options, platform, ports: [0, port] })
    await served?.stop()
    expect(served?.port).toBe(port)
    expect(asked.map(([name]) => name)).toEqual(['GET /maintain-s/station/{id}/targets'])
  })
})
