import type { LabPlace } from '../../../api/lab.ts'
import { useText } from '../../../texts/use-text.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import styles from './lab.module.css'

export type TypedPlace = Readonly<{ host: string; port: string; unit: string; framing: 'tcp' | 'rtu' }>
export const usualPlace: TypedPlace = { host: '', port: '502', unit: '1', framing: 'tcp' }

/** The address as numbers; what is none is refused by the server. */
export const readPlace = ({ host, port, unit, framing }: TypedPlace): LabPlace => ({
  host: host.trim(),
  port: Number(port),
  unit: Number(unit),
  framing,
})

/** Modbus function that reads a register. */
export type ReadFunction = '3' | '4'

/** Kind of registers, by the function that reads them. */
export function FunctionField({
  value,
  onChange,
}: Readonly<{ value: ReadFunction; onChange: (value: ReadFunction) => void }>) {
  const { text } = useText()
  return (
    <SelectField
      label={text('lab.function')}
      value={value}
      onChange={onChange}
      options={[
        { value: '3', label: text('lab.function.holding') },
        { value: '4', label: text('lab.function.input') },
      ]}
    />
  )
}

/** Address, port, unit and framing of a device. */
export function PlaceFields({
  place,
  error,
  onChange,
}: Readonly<{ place: TypedPlace; error: string | undefined; onChange: (place: TypedPlace) => void }>) {
  const { text } = useText()
  const set = (part: Partial<TypedPlace>): void => onChange({ ...place, ...part })
  return (
    <div className={styles.labFields}>
      <TextField
        label={text('targets.host')}
        value={place.host}
        error={error}
        maxLength={253}
        autoComplete="off"
        spellCheck={false}
        placeholder="192.168.1.20"
        onChange={(host) => set({ host })}
      />
      <TextField
        label={text('targets.port')}
        value={place.port}
        inputMode="numeric"
        maxLength={5}
        onChange={(port) => set({ port })}
      />
      <TextField
        label={text('targets.unit')}
        value={place.unit}
        inputMode="numeric"
        maxLength={3}
        onChange={(unit) => set({ unit })}
      />
      <SelectField
        label={text('targets.framing')}
        value={place.framing}
        onChange={(framing) => set({ framing })}
        options={[
          { value: 'tcp', label: text('targets.framing.tcp') },
          { value: 'rtu', label: text('targets.framing.rtu') },
        ]}
      />
    </div>
  )
}
