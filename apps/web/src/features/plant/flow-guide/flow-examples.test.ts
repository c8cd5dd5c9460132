import { describe, expect, it } from 'vitest'
import { directionOf, levelOf, partLoads } from '../../../charts/flow/flow-model.ts'
import { batteryLevels, exampleNames, flowExamples } from './flow-examples.ts'

const signed = (role: string, power: number | null): number =>
  ['load', 'smartLoad', 'ups'].includes(role) ? -(power ?? 0) : (power ?? 0)

describe('examples of the flow', () => {
  it('shows each kind of plant once', () => {
    expect(flowExamples.map(({ name }) => name)).toEqual(exampleNames)
  })

  it('balances each example whose powers are all known', () => {
    const known = flowExamples.filter(({ state }) => state.nodes.every(({ power }) => power !== null))
    expect(known).toHaveLength(exampleNames.length - 1)
    for (const { name, state } of known) {
      const sum = partLoads(state.nodes).reduce((total, { role, power }) => total + signed(role, power), 0)
      expect([name, sum]).toEqual([name, 0])
    }
  })

  it('moves something in each of them', () => {
    for (const { state } of flowExamples)
      expect(state.nodes.some(({ role, power }) => ['in', 'out'].includes(directionOf(role, power)))).toBe(true)
  })

  it('has a battery of each level', () => {
    expect(batteryLevels.map(levelOf)).toEqual([0, 1, 2, 3])
  })
})
