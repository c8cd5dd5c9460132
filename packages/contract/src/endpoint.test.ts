import { expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint, onPlant, signedIn } from './endpoint.ts'

it('accepts a stream only for a plant, since no other is served', () => {
  const shared = { summary: 'Live', reply: z.object({}), stream: true } as const
  expect(endpoint({ ...shared, right: onPlant('viewPlantInfo', 'params.id') }).stream).toBe(true)
  // @ts-expect-error a session alone names no plant
  expect(endpoint({ ...shared, right: signedIn }).stream).toBe(true)
})
