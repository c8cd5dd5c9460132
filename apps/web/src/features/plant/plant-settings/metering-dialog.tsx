import { deviceKinds } from '@heliograph/domain/device.ts'
import {
  type MeteringMethod,
  type MeteringSource,
  meteredFlows,
  meteringMethods,
  meteringSources,
} from '@heliograph/domain/metering.ts'
import { useState } from 'react'
import {
  type AbleDevice,
  editMetering,
  fromKwh,
  type Metering,
  type MeteringChoice,
  type SourceWord,
  sourceOf,
} from '../../../api/metering.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { parseNumber } from '../../../plant/form/parse-place.ts'
import { usePlantChanged } from '../../../plant/use-plant-changed.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { type UseText, useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { MeteringPreviewPart } from './metering-preview-part.tsx'

const MOST_KWH = 1_000_000_000

/** The choice of what counts, with its effect before it is saved. */
export function MeteringDialog({ metering, onClose }: Readonly<{ metering: Metering; onClose: () => void }>) {
  const { text } = useText()
  const { locale } = useFormat()
  const { plantId } = useCurrentPlant()
  const changed = usePlantChanged(plantId)
  const writer = new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 3 })
  const write = (value: number | null): string => (value === null || value === 0 ? '' : writer.format(value))
  const [strategy, setStrategy] = useState(metering.strategy)
  const isManual = strategy === 'manual'
  const [methods, setMethods] = useState(metering.methods)
  const [sources, setSources] = useState(metering.sources)
  const [added, setAdded] = useState(write(metering.generationOffsetWh / 1000))
  const [addedUse, setAddedUse] = useState(write(metering.useOffsetWh / 1000))
  const [planned, setPlanned] = useState(
    metering.plannedUsePercent === null ? '' : writer.format(metering.plannedUsePercent),
  )
  const [from, setFrom] = useState('')

  const read = (typed: string): number => (typed.trim() === '' ? 0 : parseNumber(typed.replace('−', '-')))
  const choice: MeteringChoice = {
    strategy,
    methods,
    sources,
    generationOffsetWh: fromKwh(read(added)),
    useOffsetWh: fromKwh(read(addedUse)),
    plannedUsePercent: planned.trim() === '' ? null : parseNumber(planned),
  }
  const isOffset = (energyWh: number): boolean => Math.abs(energyWh) <= MOST_KWH * 1000
  const isShare =
    choice.plannedUsePercent === null || (choice.plannedUsePercent >= 0 && choice.plannedUsePercent <= 100)
  const isFit = isOffset(choice.generationOffsetWh) && isOffset(choice.useOffsetWh) && isShare
  const isChanged = from !== '' || isDifferent(choice, metering)
  const offsetFault = text('plant-create.error.number', { min: -MOST_KWH, max: MOST_KWH })
  const shownFlows = meteredFlows.filter((flow) =>
    metering.carriers.some((carrier) => carrier.flow === flow && carrier.devices.length > 0),
  )

  return (
    <ActionDialog
      title={text('metering.title')}
      confirm={text('shell.action.save')}
      width={620}
      isReady={isFit && isChanged}
      run={async () => {
        await editMetering(plantId, choice, from === '' ? null : from)
        await changed()
      }}
      done={text('plant-settings.saved')}
      onClose={onClose}
    >
      <SelectField
        label={text('metering.strategy')}
        hint={text(isManual ? 'metering.strategy.manual.hint' : 'metering.strategy.dynamic.hint')}
        value={strategy}
        onChange={setStrategy}
        options={(['dynamic', 'manual'] as const).map((value) => ({
          value,
          label: text(`metering.strategy.${value}`),
        }))}
      />
      {isManual &&
        meteringSources
          .filter((source) => metering.able[source].length > 1 || sources[source] !== null)
          .map((source) => (
            <SelectField
              key={source}
              label={text(`metering.source.${source}`)}
              value={sources[source] ?? ORDINARY}
              onChange={(value) => setSources({ ...sources, [source]: value === ORDINARY ? null : value })}
              options={listSources(source, metering.able[source], sources[source], text)}
            />
          ))}
      {isManual &&
        shownFlows.map((flow) => (
          <SelectField<MeteringMethod>
            key={flow}
            label={text('metering.method', { energy: text(`metering.flow.${flow}`) })}
            value={methods[flow]}
            onChange={(method) => setMethods({ ...methods, [flow]: method })}
            options={meteringMethods.map((value) => ({ value, label: text(`metering.method.${value}`) }))}
          />
        ))}
      <TextField
        label={text('metering.added')}
        hint={text('metering.added.hint')}
        optional
        unit="kWh"
        inputMode="text"
        autoComplete="off"
        value={added}
        error={isOffset(choice.generationOffsetWh) ? undefined : offsetFault}
        onChange={setAdded}
      />
      <TextField
        label={text('metering.addedUse')}
        optional
        unit="kWh"
        inputMode="text"
        autoComplete="off"
        value={addedUse}
        error={isOffset(choice.useOffsetWh) ? undefined : offsetFault}
        onChange={setAddedUse}
      />
      <TextField
        label={text('metering.planned')}
        hint={text('metering.planned.hint')}
        optional
        unit="%"
        inputMode="decimal"
        autoComplete="off"
        value={planned}
        error={isShare ? undefined : text('plant-create.error.number', { min: 0, max: 100 })}
        onChange={setPlanned}
      />
      {isManual && (
        <DateField
          label={text('metering.from')}
          hint={text('metering.from.hint')}
          optional
          value={from}
          onChange={setFrom}
        />
      )}
      <MeteringPreviewPart
        plantId={plantId}
        choice={choice}
        from={from === '' ? null : from}
        isReady={isFit && isChanged}
      />
    </ActionDialog>
  )
}

/** The value of an option; the empty one belongs to a placeholder. */
const ORDINARY = 'ROLES'

const isDifferent = (choice: MeteringChoice, before: Metering): boolean =>
  (Object.keys(choice) as (keyof MeteringChoice)[]).some(
    (part) => JSON.stringify(choice[part]) !== JSON.stringify(before[part]),
  )

function listSources(
  source: MeteringSource,
  able: readonly AbleDevice[],
  chosen: SourceWord,
  text: UseText['text'],
): readonly Readonly<{ value: string; label: string }>[] {
  const roles = [
    ...(able.some(({ type }) => deviceKinds[type].isInverter) ? [['INVERTER', 'metering.role.inverter'] as const] : []),
    ...(able.some(({ type }) => deviceKinds[type].isMeter) ? [['METER', 'metering.role.meter'] as const] : []),
    ...(able.some(({ type }) => type === 'BATTERY') ? [['BATTERY', 'metering.role.battery'] as const] : []),
  ]
  const options = [
    { value: ORDINARY, label: text('metering.source.ordinary') },
    ...(source === 'irradiance' ? [] : roles.map(([value, key]) => ({ value, label: text(key) }))),
    ...able.map((device) => ({ value: sourceOf(device), label: device.name })),
  ]
  // Several devices at once are chosen by a program.
  const isListed = chosen === null || options.some(({ value }) => value === chosen)
  return isListed ? options : [...options, { value: chosen, label: text('metering.source.several') }]
}
