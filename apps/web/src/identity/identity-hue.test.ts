import { expect, it } from 'vitest'
import { hueOf } from './identity-hue.ts'

it('organizations created one after the other get different hues', () => {
  const apart = (a: number, b: number): number => Math.min(Math.abs(a - b), 360 - Math.abs(a - b))
  for (let id = 1; id < 200; id++)
    for (const next of [1, 2, 3]) expect(apart(hueOf(id), hueOf(id + next))).toBeGreaterThan(50)
  for (const id of [1, 7, 1_000_003]) expect(hueOf(id)).toSatisfy((hue: number) => hue >= 0 && hue <= 360)
})
