import { type FormEvent, useState } from 'react'
import { faultyLineOf, type LabReading, readDump, readRegisters } from '../../../api/lab.ts'
import { probeReasonOf } from '../../../api/targets.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFailureText } from '../../../texts/use-failure-text.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import styles from './lab.module.css'
import {
  FunctionField,
  PlaceFields,
  type ReadFunction,
  readPlace,
  type TypedPlace,
  usualPlace,
} from './place-fields.tsx'

const MOST_TEXT = 131_072

/** Where registers come from: a text that was pasted, or a device that is asked once. */
export function RegistersForm({
  mapId,
  onRead,
}: Readonly<{ mapId: string | null; onRead: (reading: LabReading | undefined) => void }>) {
  const { text } = useText()
  const textOf = useFailureText()
  const { plantId } = useCurrentPlant()
  const [from, setFrom] = useState<'text' | 'device'>('text')
  const [dump, setDump] = useState('')
  const [fn, setFn] = useState<ReadFunction>('3')
  const [base, setBase] = useState<'10' | '16'>('10')
  const [place, setPlace] = useState<TypedPlace>(usualPlace)
  const [span, setSpan] = useState({ address: '0', count: '100' })
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)

  const read = async (): Promise<LabReading> => {
    const readFunction = fn === '3' ? 3 : 4
    if (from === 'text')
      return await readDump(plantId, { text: dump, function: readFunction, base: base === '10' ? 10 : 16, mapId })
    const [address, count] = [Number(span.address), Number(span.count)]
    const whole = { function: readFunction, address, count } as const
    return await readRegisters(plantId, { ...readPlace(place), mapId, span: mapId === null ? whole : null })
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setFault(undefined)
    onRead(undefined)
    try {
      onRead(await read())
    } catch (failure) {
      const line = faultyLineOf(failure)
      const reason = probeReasonOf(failure)
      setFault(line ? text('lab.dump.fault', { line }) : reason ? text(`targets.fault.${reason}`) : textOf(failure))
    } finally {
      setBusy(false)
    }
  }
  const functions = <FunctionField value={fn} onChange={setFn} />
  return (
    <form className={styles.labForm} noValidate onSubmit={(event) => void submit(event)}>
      <SelectField
        label={text('lab.from')}
        value={from}
        onChange={setFrom}
        options={[
          { value: 'text', label: text('lab.from.text') },
          { value: 'device', label: text('lab.from.device') },
        ]}
      />
      {from === 'text' ? (
        <>
          <TextAreaField
            label={text('lab.dump')}
            hint={text('lab.dump.hint')}
            value={dump}
            error={fault}
            maxLength={MOST_TEXT}
            rows={8}
            onChange={setDump}
          />
          <div className={styles.labFields}>
            {functions}
            <SelectField
              label={text('lab.base')}
              value={base}
              onChange={setBase}
              options={[
                { value: '10', label: text('lab.base.decimal') },
                { value: '16', label: text('lab.base.hex') },
              ]}
            />
          </div>
        </>
      ) : (
        <>
          <PlaceFields place={place} error={fault} onChange={setPlace} />
          {mapId === null && (
            <div className={styles.labFields}>
              {functions}
              <TextField
                label={text('lab.span.address')}
                value={span.address}
                inputMode="numeric"
                maxLength={5}
                onChange={(address) => setSpan({ ...span, address })}
              />
              <TextField
                label={text('lab.span.count')}
                value={span.count}
                inputMode="numeric"
                maxLength={4}
                onChange={(count) => setSpan({ ...span, count })}
              />
            </div>
          )}
        </>
      )}
      <div className={styles.labEnd}>
        <Button type="submit" kind="primary" icon="search" busy={busy} disabled={from === 'text' && dump.trim() === ''}>
          {text('lab.read')}
        </Button>
      </div>
    </form>
  )
}
