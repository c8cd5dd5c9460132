import { expect, it } from 'vitest'
import { z } from 'zod'
import { anyone, endpoint, onPlant, signedIn } from './endpoint.ts'

it('accepts a stream only for a plant or for what a session may see', () => {
  const shared = { summary: 'Live', reply: z.object({}), stream: true } as const
  expect(endpoint({ ...shared, right: onPlant('viewPlantInfo', 'params.id') }).stream).toBe(true)
  expect(endpoint({ ...shared, right: signedIn }).stream).toBe(true)
  // @ts-expect-error nothing is served to everybody
  expect(endpoint({ ...shared, right: anyone }).stream).toBe(true)
})
