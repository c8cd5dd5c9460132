import { expect, test } from 'vitest'
import { notifyPlants } from './plants-changed.ts'

test('fits any number of plants into notifications and names each once', async () => {
  const payloads: string[] = []
  const query = async (_: string, [channel, payload]: string[]) => {
    expect(channel).toBe('plant_changed')
    payloads.push(payload ?? '')
  }
  const client = { query } as unknown as Parameters<typeof notifyPlants>[0]
  const plantIds = Array.from({ length: 3_000 }, (_, index) => Number.MAX_SAFE_INTEGER - index)
  await notifyPlants(client, plantIds)
  expect(payloads.every((payload) => payload.length < 7_900)).toBe(true)
  expect(payloads.flatMap((payload) => payload.split(',')).map(Number)).toEqual(plantIds)
  payloads.length = 0
  await notifyPlants(client, [])
  await notifyPlants(client, [7])
  expect(payloads).toEqual(['7'])
})
