export { usePlantChanged } from '../../../plant/use-plant-changed.ts'
