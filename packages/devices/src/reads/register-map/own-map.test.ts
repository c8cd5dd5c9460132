import { describe, expect, it } from 'vitest'
import { openDevice } from '../../catalog/modbus-devices.ts'
import { labMaps } from './lab-maps.ts'
import { buildMap, findKnownMap, listKnownMaps, type MapRecipe, readItems } from './own-map.ts'
import { readDump } from './read-dump.ts'

const recipe: MapRecipe = {
  maker: 'Maker',
  model: 'Meter',
  type: 'METER',
  baseId: null,
  serialItem: null,
  assigned: [],
  added: [],
}
const power = {
  name: 'Power',
  function: 3,
  address: 10,
  type: 's32',
  isLowFirst: false,
  scale: 0.1,
  unit: 'W',
  quantity: 'gridPowerW',
  isTurned: true,
} as const
const dump = (text: string) => readDump(text, { function: 3, base: 10, unit: 1 })

it('every map of another project can be chosen, and is marked as not assigned', () => {
  const known = listKnownMaps()
  expect(labMaps().filter(({ id }) => !known.some((map) => map.id === id))).toEqual([])
  expect(known.filter(({ isAssigned }) => !isAssigned).length).toBeGreaterThan(150)
  for (const { id, isAssigned, items } of known)
    if (!isAssigned)
      expect(
        items.filter(({ quantity }) => quantity !== undefined),
        id,
      ).toEqual([])
})

describe('a map that a person made', () => {
  it('reads its own registers in either order of words', () => {
    const high = buildMap('own-1', { ...recipe, added: [power, { ...power, isLowFirst: true, quantity: 'acPowerW' }] })
    const items = readItems({ ...high, isAssigned: true }, dump('10: 1 2'))
    expect(items.map(({ value }) => value)).toEqual([6_553.8, 13_107.3])
  })

  it('takes items of a known map with their meanings', () => {
    const base = findKnownMap('abb-a-b-series')
    expect(base?.isAssigned).toBe(false)
    const map = buildMap('own-2', {
      ...recipe,
      baseId: 'abb-a-b-series',
      assigned: [
        { item: 'power', quantity: 'gridPowerW', isTurned: true },
        { item: 'total-import', quantity: 'gridImportTotalWh', isTurned: false },
      ],
    })
    expect(map.items.map(({ id, quantity, turn }) => [id, quantity, turn])).toEqual([
      ['power', 'gridPowerW', true],
      ['total-import', 'gridImportTotalWh', undefined],
    ])
    expect(map.source).toBe(base?.source)
  })

  it('is polled as any other map', () => {
    const map = buildMap('own-1', { ...recipe, added: [power] })
    const dialog = openDevice({
      wire: 'modbus',
      profileId: 'own-1',
      unit: 1,
      maker: '',
      model: 'Meter',
      serial: 'OWN-1',
      confidence: 0.5,
      why: 'values',
      map,
    })
    const step = dialog.next()
    if (!step.done || step.value === undefined || 'otherSerial' in step.value) throw new Error('not opened')
    const [block] = step.value.blocks
    expect(block).toMatchObject({ function: 3, address: 10, count: 2 })
    if (block === undefined) throw new Error('no block')
    const [decoded] = step.value.decode([{ block, words: [0, 12_000] }])
    expect(decoded).toMatchObject({ deviceSerial: 'OWN-1', deviceType: 'METER', values: { gridPowerW: -1_200 } })
  })

  it.each<[string, Partial<MapRecipe>]>([
    ['baseId', { baseId: 'no-such-map', added: [power] }],
    ['assigned.0.item', { assigned: [{ item: 'power', quantity: 'gridPowerW', isTurned: false }] }],
    ['serialItem', { serialItem: 'serial', added: [power] }],
    ['added.0.quantity', { added: [{ ...power, unit: 'V' }] }],
    ['added.0.quantity', { added: [{ ...power, unit: 'GW' }] }],
    ['added.0.address', { added: [{ ...power, address: 0xffff }] }],
    ['assigned', {}],
  ])('is refused at %s', (field, part) => expect(() => buildMap('own-1', { ...recipe, ...part })).toThrow(field))
})
