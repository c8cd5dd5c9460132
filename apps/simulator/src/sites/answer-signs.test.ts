import { expect, it } from 'vitest'
import type { Platform } from '../platform.ts'
import type { Moment } from '../readings.ts'
import { answerSigns } from './answer-signs.ts'
import type { Home } from './home.ts'

/** A home with these powers now. */
const homeOf = (dcW: number, importW: number, exportW: number): Home =>
  ({
    now: () => 5,
    momentAt: () => ({ powers: { inverters: [{ dcW }], flows: { importW, exportW } } }) as unknown as Moment,
  }) as unknown as Home

const shown = (production: number, grid: number) => [
  { power: 'production', powerW: production },
  { power: 'grid', powerW: grid },
]

async function answer(home: Home, outcomes: readonly object[], powers: readonly object[] = shown(3_100, 500)) {
  const asked: unknown[] = []
  let waits = 0
  const left = [...outcomes]
  const meters = [
    { deviceId: 7, role: null },
    { deviceId: 8, role: 'load' },
  ]
  const platform = {
    call: async (name: string, { params, body }: Readonly<{ params: object; body?: unknown }>) => {
      if (name.startsWith('GET')) return { powers, meters: waits === 0 ? meters : [] }
      asked.push(name.endsWith('/config') ? [params, body] : body)
      return name.endsWith('/config') ? {} : left.shift()
    },
  } as unknown as Platform
  await answerSigns(platform, { plantId: 5, home }, async () => {
    waits += 1
  })
  return { asked, waits }
}
const kept = { sun: 'kept', grid: 'turned' }

it('the owner of a home says what its meters measure and which way power flows', async () => {
  expect(await answer(homeOf(3_000, 0, 900), [kept], shown(2_900, 950))).toEqual({
    asked: [[{ id: 5, mid: 7 }, { role: 'grid' }], { isProducing: true, takesFromGrid: false }],
    waits: 0,
  })
})

it('the owner answers again where it was unclear, and not where nothing flows', async () => {
  const { asked, waits } = await answer(homeOf(0, 500, 0), [{ sun: null, grid: 'unclear' }, kept])
  expect([asked.slice(1), waits]).toEqual([[{ takesFromGrid: true }, { takesFromGrid: true }], 1])
  expect((await answer(homeOf(10, 20, 0), [])).asked).toHaveLength(1)
  expect((await answer(homeOf(3_000, 0, 900), [], [])).asked).toHaveLength(1)
  // A cloud passed since that reading.
  expect((await answer(homeOf(3_000, 0, 900), [], shown(800, -300))).asked).toHaveLength(1)
})
