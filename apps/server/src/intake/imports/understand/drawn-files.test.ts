import { expect, it } from 'vitest'
import { checkDrawn } from '../testing/check-drawn.ts'

const DRAWS = 250

it('a drawn table is read back to the Wh or asked about, never misread', { timeout: 120_000 }, async () => {
  const misread: string[] = []
  let asked = 0
  for (let seed = 1; seed <= DRAWS; seed++) {
    const { kind, about } = await checkDrawn(seed)
    if (kind === 'misread') misread.push(about)
    if (kind === 'asked') asked += 1
  }
  expect(misread).toEqual([])
  // Else asking would be an easy way out.
  expect(asked).toBeLessThan(DRAWS / 10)
})
