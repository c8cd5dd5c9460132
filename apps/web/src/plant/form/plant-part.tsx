import { type GridType, gridTypes, type PlantType, plantTypes } from '@heliograph/domain/plant.ts'
import type { ReactNode } from 'react'
import { useText } from '../../texts/use-text.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { ChoiceCards, SelectField, TextField } from '../../ui/field.tsx'
import type { IconName } from '../../ui/icons.ts'
import styles from './plant-form.module.css'
import type { PlantDraft } from './plant-form.ts'

export type PartProps = Readonly<{
  draft: PlantDraft
  change: (changes: Partial<PlantDraft>) => void
  faultOf: (field: keyof PlantDraft) => string | undefined
}>

const typeIcons: Readonly<Record<PlantType, IconName>> = {
  HOUSE_ROOF: 'home',
  COMMERCIAL_ROOF: 'shop',
  INDUSTRIAL_ROOF: 'factory',
  GROUND: 'ground',
}
const gridIcons: Readonly<Record<GridType, IconName>> = {
  DISTRIBUTED_FULLY: 'grid',
  EXCESS: 'swap',
  OFF_GRID: 'sun',
  BATTERY_BACKUP: 'battery',
  CENTRALIZED_FULLY: 'factory',
  PV_BTR_USE: 'ups',
}

/** Facts that are known later than all that the wizard asks. */
function FurtherFields({ draft, change, faultOf }: PartProps) {
  const { text } = useText()
  return (
    <TextField
      label={text('plant-create.area')}
      hint={text('plant-create.area.hint')}
      optional
      unit="m²"
      inputMode="decimal"
      autoComplete="off"
      value={draft.area}
      error={faultOf('area')}
      onChange={(area) => change({ area })}
    />
  )
}

export function NameField({ draft, change, faultOf }: PartProps) {
  const { text } = useText()
  return (
    <TextField
      label={text('plant-create.name')}
      placeholder={text('plant-create.name.placeholder')}
      maxLength={120}
      autoComplete="off"
      value={draft.name}
      error={faultOf('name')}
      onChange={(name) => change({ name })}
    />
  )
}

/** @param planes of its modules; with several of them the capacity is their sum */
export function CapacityField({ draft, change, faultOf, planes = 1 }: PartProps & Readonly<{ planes?: number }>) {
  const { text } = useText()
  return (
    <TextField
      label={text('plant-create.capacity')}
      hint={planes > 1 ? text('metering.planes.beside', { count: planes }) : text('plant-create.capacity.hint')}
      readOnly={planes > 1}
      unit={text('unit.kWp')}
      inputMode="decimal"
      autoComplete="off"
      value={draft.capacity}
      error={faultOf('capacity')}
      onChange={(capacity) => change({ capacity })}
    />
  )
}

/** Name and size: with its place, all that a plant needs. */
export const SizeFields = (part: PartProps & Readonly<{ planes?: number }>) => (
  <>
    <NameField {...part} />
    <CapacityField {...part} />
  </>
)

function StartField({ draft, change, faultOf }: PartProps) {
  const { text } = useText()
  return (
    <DateField
      label={text('plant-create.startedOn')}
      optional
      value={draft.startedOn}
      error={faultOf('startedOn')}
      onChange={(startedOn) => change({ startedOn })}
    />
  )
}

/** First day, type and connection of a plant that is there: its choices were compared when it was created. */
export function KindSelects(part: PartProps) {
  const { text } = useText()
  const { draft, change, faultOf } = part
  return (
    <>
      <StartField {...part} />
      <FurtherFields {...part} />
      <SelectField
        label={text('plant-create.type')}
        hint={draft.type && text(`plant-create.type.${draft.type}`)}
        value={draft.type}
        error={faultOf('type')}
        onChange={(type) => change({ type })}
        options={plantTypes.map((type) => ({ value: type, label: text(`shell.plantType.${type}`) }))}
      />
      <SelectField
        label={text('plant-create.grid')}
        hint={draft.grid && text(`plant-create.grid.${draft.grid}`)}
        value={draft.grid}
        error={faultOf('grid')}
        onChange={(grid) => change({ grid })}
        options={gridTypes.map((grid) => ({ value: grid, label: text(`shell.gridType.${grid}`) }))}
      />
    </>
  )
}

/** First day, type and connection. @param children further fields of the plant */
export function KindFields({ draft, change, faultOf, children }: PartProps & Readonly<{ children?: ReactNode }>) {
  const { text } = useText()
  return (
    <>
      <StartField draft={draft} change={change} faultOf={faultOf} />
      {children}
      <div className={styles.plantFormWide}>
        <ChoiceCards
          label={text('plant-create.type')}
          value={draft.type}
          error={faultOf('type')}
          onChange={(type) => change({ type })}
          choices={plantTypes.map((type) => ({
            value: type,
            icon: typeIcons[type],
            label: text(`shell.plantType.${type}`),
            hint: text(`plant-create.type.${type}`),
          }))}
        />
      </div>
      <div className={styles.plantFormWide}>
        <ChoiceCards
          wide
          label={text('plant-create.grid')}
          value={draft.grid}
          error={faultOf('grid')}
          onChange={(grid) => change({ grid })}
          choices={gridTypes.map((grid) => ({
            value: grid,
            icon: gridIcons[grid],
            label: text(`shell.gridType.${grid}`),
            hint: text(`plant-create.grid.${grid}`),
          }))}
        />
      </div>
    </>
  )
}
