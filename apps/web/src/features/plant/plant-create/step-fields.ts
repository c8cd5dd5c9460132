import type { PlantField } from '../../../plant/form/plant-form.ts'

/** The steps that are filled in here; the fourth has a plant already. */
export const filledSteps = ['place', 'system', 'money'] as const
export type FilledStep = (typeof filledSteps)[number]

/** In which step each field stands. One without a step does not compile. */
const stepOf: Readonly<Record<PlantField, FilledStep>> = {
  address: 'place',
  country: 'place',
  latitude: 'place',
  longitude: 'place',
  altitude: 'place',
  zone: 'place',
  name: 'system',
  type: 'system',
  grid: 'system',
  capacity: 'system',
  startedOn: 'system',
  area: 'system',
  azimuth: 'system',
  tilt: 'system',
  currency: 'money',
  price: 'money',
}

export const isInStep = (field: PlantField, step: FilledStep): boolean => stepOf[field] === step
