import { MOST_PLANES, type ModulePlane } from '@heliograph/domain/module-plane.ts'
import { useText } from '../../texts/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { parseNumber } from './parse-place.ts'
import styles from './plant-form.module.css'

/** A plane as typed. */
export type PlaneDraft = Readonly<{ name: string; capacity: string; azimuth: string; tilt: string }>
export const freshPlane: PlaneDraft = { name: '', capacity: '', azimuth: '180', tilt: '30' }

const bounds = { capacity: { min: 0.001, max: 10_000_000 }, azimuth: { min: 0, max: 360 }, tilt: { min: 0, max: 90 } }
type Numeric = keyof typeof bounds
const numerics = ['capacity', 'azimuth', 'tilt'] as const
const units = { capacity: 'kWp', azimuth: '°', tilt: '°' } as const

const isWithin = (field: Numeric, typed: string): boolean => {
  const number = parseNumber(typed)
  return number >= bounds[field].min && number <= bounds[field].max
}

/** The planes, or undefined while a value does not fit. */
export function readPlanes(drafts: readonly PlaneDraft[]): readonly ModulePlane[] | undefined {
  if (!drafts.every((draft) => numerics.every((field) => isWithin(field, draft[field])))) return undefined
  return drafts.map(({ name, capacity, azimuth, tilt }) => ({
    name: name.trim(),
    capacityWp: Math.round(parseNumber(capacity) * 1_000_000) / 1000,
    azimuthDeg: parseNumber(azimuth),
    tiltDeg: parseNumber(tilt),
  }))
}

/** The planes of modules, one under the other. */
export function PlanesFields({
  drafts,
  onChange,
}: Readonly<{ drafts: readonly PlaneDraft[]; onChange: (drafts: readonly PlaneDraft[]) => void }>) {
  const { text } = useText()
  const change = (at: number, changes: Partial<PlaneDraft>): void =>
    onChange(drafts.map((draft, value) => (value === at ? { ...draft, ...changes } : draft)))
  return (
    <>
      {drafts.map((draft, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: planes have an order and no other identity
        <fieldset key={at} className={styles.plantFormPlane}>
          <legend>{text('metering.plane', { number: at + 1 })}</legend>
          {drafts.length > 1 && (
            <TextField
              label={text('metering.plane.name')}
              optional
              maxLength={60}
              autoComplete="off"
              value={draft.name}
              onChange={(name) => change(at, { name })}
            />
          )}
          {numerics.map((field) => (
            <TextField
              key={field}
              label={text(`plant-create.${field}`)}
              unit={units[field]}
              inputMode="decimal"
              autoComplete="off"
              value={draft[field]}
              error={
                draft[field] === '' || isWithin(field, draft[field])
                  ? undefined
                  : text('plant-create.error.number', bounds[field])
              }
              onChange={(value) => change(at, { [field]: value })}
            />
          ))}
          {drafts.length > 1 && (
            <Button
              size="s"
              icon="trash"
              label={text('metering.plane.remove', { number: at + 1 })}
              onClick={() => onChange(drafts.filter((_, value) => value !== at))}
            />
          )}
        </fieldset>
      ))}
      {drafts.length < MOST_PLANES && (
        <div>
          <Button size="s" icon="add" onClick={() => onChange([...drafts, freshPlane])}>
            {text('metering.plane.add')}
          </Button>
        </div>
      )}
    </>
  )
}
