import { describe, expect, it } from 'vitest'
import type { Performance, PerformanceFigures, PerformanceLoss } from '../../../api/performance.ts'
import { answerOf } from './answer.ts'

const loss = (kind: PerformanceLoss['kind'], energyWh: number, deviceIds: number[] = []): PerformanceLoss => ({
  kind,
  energyWh,
  deviceIds,
  judgedWh: energyWh,
  confidence: 'high',
  days: 1,
  worstDay: '2026-10-04',
  fromMs: null,
  toMs: null,
  isHeld: false,
  limitW: null,
  heldMs: null,
})
const found = (whole: Partial<PerformanceFigures>): Performance => ({
  period: '2026-10',
  capacityWp: 10_000,
  zone: 'UTC',
  reason: '',
  countedTo: null,
  waitingSinceMs: null,
  parts: new Map(),
  inverters: [],
  clockShiftMs: null,
  whole: {
    days: 31,
    judgedDays: 31,
    sources: ['in-plane'],
    potentialWh: 1_000,
    producedWh: 940,
    judgedPotentialWh: 1_000,
    judgedProducedWh: 940,
    losses: [],
    finalYieldH: 94,
    referenceYieldH: 110,
    performanceRatio: 0.85,
    performanceRatio25C: 0.86,
    energyAvailability: 1,
    validShare: 1,
    ...whole,
  },
})
const words = {
  period: 'Oct 2026',
  percent: (share: number) => `${Math.round(share * 100)} %`,
  nameOf: (id: number) => (id === 2 ? 'Inverter 2' : undefined),
}

describe('the first line of the performance page', () => {
  it('says what the sky allowed, and the largest loss with its inverter', () => {
    const losses = [loss('outage', 30, [2]), loss('clipping', 10), loss('unexplained', 20)]
    expect(answerOf(found({ losses }), words)).toEqual([
      { key: 'performance.answer.measured.in', values: { period: 'Oct 2026', days: 31, share: '94 %' } },
      { key: 'performance.lost.outage', values: { share: '3 %', who: 'one', name: 'Inverter 2', count: 1 } },
    ])
  })

  it('speaks of clear days where no sensor knows the light', () => {
    const [lead] = answerOf(found({ sources: ['clear-sky'], judgedDays: 9 }), words)
    expect(lead).toMatchObject({ key: 'performance.answer.clear.in', values: { days: 9 } })
  })

  it('claims nothing where no day could be judged', () => {
    const [lead, ...more] = answerOf(found({ judgedDays: 0, judgedPotentialWh: 0, sources: ['clear-sky'] }), words)
    expect([lead?.key, more]).toEqual(['performance.answer.unknown.in', []])
    expect(answerOf(found({ days: 0 }), { ...words, period: undefined })[0]?.key).toBe('performance.answer.nothing.all')
  })

  it('counts measured hours only, and says how many days it knows in part', () => {
    const losses = [loss('unmeasured', 446), loss('clipping', 2)]
    const [lead, hours] = answerOf(found({ losses, judgedProducedWh: 526, producedWh: 526 }), words)
    expect(lead).toMatchObject({ key: 'performance.answer.measured.in', values: { share: '95 %' } })
    expect(hours).toEqual({ key: 'performance.answer.unmeasured', values: { days: 1 } })
  })

  it.each([
    ['no valid data', { validShare: 0, judgedProducedWh: 1_090 }, '0 %'],
    ['less than half of it', { validShare: 0.49 }, '49 %'],
    ['more than half unmeasured', { losses: [loss('unmeasured', 600)], judgedProducedWh: 390 }, '40 %'],
    ['nothing measured', { losses: [loss('unmeasured', 1_000)], judgedProducedWh: 0 }, '0 %'],
  ])('has no headline with %s', (_, whole, share) => {
    const told = answerOf(found(whole), words)
    expect(told).toEqual([{ key: 'performance.answer.few.in', values: { period: 'Oct 2026', days: 31, share } }])
  })

  it('calls more than all what it is: more than expected', () => {
    const key = (judgedProducedWh: number) => answerOf(found({ judgedProducedWh }), words)[0]?.key
    expect(key(1_090)).toBe('performance.answer.more.in')
    expect(key(1_000)).toBe('performance.answer.measured.in')
    expect(answerOf(found({ judgedProducedWh: 1_090, sources: ['clear-sky'] }), words)[0]?.key).toBe(
      'performance.answer.more.in',
    )
  })

  it('leaves out losses too small for a sentence, and those without a name', () => {
    expect(answerOf(found({ losses: [loss('shading', 4), loss('sky', 500)] }), words)).toHaveLength(1)
  })
})
