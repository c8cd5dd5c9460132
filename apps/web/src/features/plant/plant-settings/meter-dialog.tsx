import { type MeterRole, type MeterWiring, meterRoles } from '@heliograph/domain/meter-role.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { wireMeter } from '../../../api/device-place.ts'
import type { OwnDevice } from '../../../api/devices.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { parseNumber } from '../../../plant/form/parse-place.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { ChoiceCards, SelectField, TextField } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { MeterReadings } from './meter-readings.tsx'
import { meterSpecQuery } from './settings-queries.ts'
import { usePlantChanged } from './use-plant-changed.ts'

type Props = Readonly<{ device: OwnDevice; onClose: () => void }>
const MOST_RATIO = 10_000
const roleIcons = { grid: 'grid', load: 'home', generation: 'sun', other: 'external' } as const satisfies Record<
  MeterRole,
  string
>

/** Role of a meter, its transformer and direction, and the effect on its readings. */
export function MeterDialog({ device, onClose }: Props) {
  const { text } = useText()
  const { locale } = useFormat()
  const { plantId } = useCurrentPlant()
  const changed = usePlantChanged(plantId)
  const { data, error, refetch } = useQuery(meterSpecQuery(plantId, device.deviceId))
  const [edit, setEdit] = useState<Partial<MeterWiring>>({})
  const [typed, setTyped] = useState<string>()
  const saved = data?.wiring
  const wiring = saved && { ...saved, ...edit }
  const shownRatio = typed ?? (saved ? new Intl.NumberFormat(locale, { useGrouping: false }).format(saved.ratio) : '')
  const ratio = parseNumber(shownRatio)
  const isFit = ratio > 0 && ratio <= MOST_RATIO
  const wanted = wiring && { ...wiring, ratio }
  const isChanged =
    saved !== undefined &&
    wanted !== undefined &&
    (wanted.role !== saved.role || wanted.ratio !== saved.ratio || wanted.isReversed !== saved.isReversed)
  return (
    <ActionDialog
      title={text('device-place.meter', { name: device.name })}
      confirm={text('shell.action.save')}
      width={720}
      isReady={isFit && isChanged}
      run={async () => {
        if (wanted === undefined) return
        await wireMeter(plantId, device.deviceId, wanted)
        await changed()
      }}
      done={text('device-place.meter.done')}
      onClose={onClose}
    >
      {!data && error && <ErrorPanel compact failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={260} />}
      {wiring && (
        <>
          <ChoiceCards
            label={text('device-place.meter.role')}
            value={wiring.role ?? 'auto'}
            onChange={(role) => setEdit({ ...edit, role: role === 'auto' ? null : role })}
            choices={(['auto', ...meterRoles] as const).map((role) => ({
              value: role,
              icon: role === 'auto' ? 'refresh' : roleIcons[role],
              label: text(`device-place.meter.role.${role}`),
              hint: text(`device-place.meter.role.${role}.hint`),
            }))}
          />
          <TextField
            label={text('device-place.meter.ratio')}
            hint={text('device-place.meter.ratio.hint')}
            inputMode="decimal"
            autoComplete="off"
            value={shownRatio}
            error={isFit ? undefined : text('plant-create.error.number', { min: 0.001, max: MOST_RATIO })}
            onChange={setTyped}
          />
          <SelectField
            label={text('device-place.meter.direction')}
            hint={text('device-place.meter.direction.hint')}
            value={wiring.isReversed ? 'reversed' : 'normal'}
            onChange={(direction) => setEdit({ ...edit, isReversed: direction === 'reversed' })}
            options={(['normal', 'reversed'] as const).map((value) => ({
              value,
              label: text(`device-place.meter.direction.${value}`),
            }))}
          />
          {isChanged ? (
            <Notice tone="warn" icon="refresh" isStatus>
              {text('device-place.meter.recount')}
            </Notice>
          ) : (
            <MeterReadings readings={data?.readings ?? []} />
          )}
        </>
      )}
    </ActionDialog>
  )
}
