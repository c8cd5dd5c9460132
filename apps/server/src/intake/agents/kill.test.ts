import { expect, test } from 'vitest'
import { killAgents } from './testing/kill-agents.ts'

// A hundred kills: npm run prove edge.
test('an agent that is killed and cut off loses and doubles nothing', async () => {
  const figures = await killAgents({ kills: 4, devices: 3, seed: 20_261_129 })
  expect(figures).toMatchObject({ lost: 0, doubled: 0, wrongEnergy: 0 })
  expect(figures.stored).toBeGreaterThanOrEqual(figures.acknowledged)
  // By the server's clock, an hour ahead of the agent's, in time that passes forty times as fast.
  expect(figures.mostOffMs).toBeLessThan(60_000)
}, 300_000)
