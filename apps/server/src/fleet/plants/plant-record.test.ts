/** Ensures that no part of a plant's record is dropped on its way; the compiler checks most of it. */
import { fromPlantFields, plantRecord } from '@heliograph/contract/codecs/plant-record.ts'
import type { StationEdit, StationRecord } from '@heliograph/contract/maintain-s/station.ts'
import { type PlantRecord, plantRecordParts } from '@heliograph/domain/plant-record.ts'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { testPlant } from '../../testing/app.ts'
import { toColumns } from './plant-facts.ts'
import type { addPlant, PlantFacts } from './plants.ts'

describe('the record of a plant', () => {
  it('has no optional part, here or on the wire', () => {
    expectTypeOf<PlantRecord>().toEqualTypeOf<Required<PlantRecord>>()
    expectTypeOf<StationRecord>().toEqualTypeOf<Required<StationRecord>>()
    expectTypeOf<Exclude<keyof StationEdit, 'installedCapacityFrom'>>().toEqualTypeOf<keyof StationRecord>()
    expectTypeOf<
      Omit<
        PlantFacts,
        'plantId' | 'createdAtMs' | 'planes' | 'formerModules' | 'generationZero' | 'metering' | 'contact'
      >
    >().toEqualTypeOf<PlantRecord>()
  })

  it('does not compile without one of its parts', () => {
    type Dropped<K extends keyof PlantRecord> = Omit<PlantRecord, K>
    expectTypeOf<Dropped<'tiltDeg'>>().not.toExtend<Parameters<typeof addPlant>[2]>()
    expectTypeOf<Dropped<'pricePerKwh'>>().not.toExtend<Parameters<typeof toColumns>[0]>()
    expectTypeOf<Omit<StationRecord, 'locationAltitude'>>().not.toExtend<Parameters<typeof plantRecord.fromWire>[0]>()
  })

  it('has a column for each part', () => {
    expect(Object.keys(toColumns(testPlant))).toHaveLength(plantRecordParts.length)
  })

  it('has a wire field for each part, and a part for each field', () => {
    const wire = plantRecord.toWire({ ...testPlant, startedOn: '2020-01-01' })
    const parts = Object.keys(wire).flatMap((field) => {
      const said = { [field]: wire[field as keyof StationRecord] } as StationEdit
      return Object.keys(fromPlantFields(said, testPlant))
    })
    expect(parts.sort()).toEqual([...plantRecordParts].sort())
  })
})
