import { afterEach, expect, it } from 'vitest'
import { emptyDraft } from '../../../plant/form/plant-form.ts'
import { dropDraft, emptyMoney, keepDraft, readDraft } from './kept-draft.ts'

afterEach(() => localStorage.clear())
const start = { ...emptyDraft, zone: 'Europe/Berlin' }

it('gives back what was kept, to the same person only', () => {
  const draft = {
    plant: { ...start, name: 'Barn', capacity: '9,8' },
    planes: [{ name: 'East', capacity: '4', azimuth: '90', tilt: '30' }],
    money: { rule: 'bill', purchase: '0.3', feedIn: '0.08' } as const,
  }
  keepDraft(5, draft)
  expect(readDraft(5, start)).toEqual(draft)
  expect(readDraft(6, start)).toEqual({ plant: start, planes: [], money: emptyMoney })
  dropDraft(5)
  expect(readDraft(5, start).plant.name).toBe('')
})

it.each(['null', '7', '{', '{"plant":{"name":{"a":1},"more":"x"},"planes":"x","money":{"rule":"zzz"}}'])(
  'takes nothing that it does not know: %s',
  (stored) => {
    localStorage.setItem('heliograph.newPlant.5', stored)
    expect(readDraft(5, start)).toEqual({ plant: start, planes: [], money: emptyMoney })
  },
)
