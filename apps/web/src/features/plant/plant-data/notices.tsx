import type { Status } from '@heliograph/domain/status.ts'
import type { ReactNode } from 'react'
import { deviceDetailPath, plantPath, refusedStepsPath } from '../../../address/paths.ts'
import type { PlantFigures } from '../../../api/plant-figures.ts'
import type { PlantNow } from '../../../api/plant-now.ts'
import { CounterFinding } from '../../../plant/counter-finding.tsx'
import { useCurrentPlant, useLiveValues } from '../../../plant/current-plant.ts'
import { useQuantityName } from '../../../plant/use-quantity-name.ts'
import { useReason } from '../../../plant/use-reason.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Age } from '../../../ui/age.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** @param to where it can be mended; undefined: not by this person */
function Warning({ to, label, children }: Readonly<{ to: string | undefined; label: string; children: ReactNode }>) {
  return (
    <Notice
      isStatus
      tone="warn"
      action={
        to !== undefined && (
          <ButtonLink size="s" kind="quiet" to={to}>
            {label}
          </ButtonLink>
        )
      }
    >
      {children}
    </Notice>
  )
}

/** Some devices are silent, late or faulty; says what is missing from the values. */
function Trouble({ now }: Readonly<{ now: Pick<PlantNow, 'status' | 'reason'> }>) {
  const { plantId, zone } = useCurrentPlant()
  const { text } = useText()
  const reason = useReason()(now.reason, zone)
  return (
    <Notice
      isStatus
      tone={now.status === 'fault' ? 'fault' : 'warn'}
      icon={now.status === 'fault' ? 'warning' : 'offline'}
      action={
        <ButtonLink size="s" kind="quiet" to={plantPath('device', { id: plantId })}>
          {text('plant-data.notice.devices')}
        </ButtonLink>
      }
    >
      {text('plant-data.notice.left', { status: text(`status.name.${now.status}`), reason })}
    </Notice>
  )
}

const isTrouble = (status: Status): boolean => ['fault', 'partSilent', 'late', 'silent'].includes(status)

/** Notes that qualify the values. */
export function Notices({ figures }: Readonly<{ figures: PlantFigures | undefined }>) {
  const { plant, plantId, zone, can } = useCurrentPlant()
  const live = useLiveValues()
  const { text, gap } = useText()
  const format = useFormat()
  const quantityName = useQuantityName()
  const today = figures?.day
  const { now } = live
  // The current state is unknown; if only a part is, its own reason says what is missing.
  const late = now?.pvW === null && (now.status === 'late' || now.status === 'silent')
  const isPartly = now?.status === 'fault' || now?.status === 'partSilent' || now?.status === 'late'
  return (
    <>
      {late && now && (
        <Notice
          isStatus
          tone={now.status === 'silent' ? 'fault' : 'warn'}
          icon={now.status === 'silent' ? 'offline' : 'clock'}
          action={
            <ButtonLink size="s" kind="quiet" to={plantPath('device', { id: plantId })}>
              {text('plant-data.notice.devices')}
            </ButtonLink>
          }
        >
          {text(`plant-data.notice.${now.status === 'silent' ? 'silent' : 'late'}`, {
            time: format.moment(now.sampledAtMs, zone, true),
          })}
          {gap}
          <Age atMs={live.measuredAtMs} staleAfterMs={live.staleAfterMs} />
        </Notice>
      )}
      {!late && isPartly && now && <Trouble now={now} />}
      {/* The list's state holds the place, so that nothing moves when the live values come. */}
      {!now && live.failure === undefined && isTrouble(plant.status) && <Trouble now={plant} />}
      {today && today.refusedSteps > 0 && (
        <Warning
          to={can('editPlant') ? refusedStepsPath(plantId) : undefined}
          label={text('plant-data.notice.refused')}
        >
          {text('plant-data.quarantine.today', {
            count: today.refusedSteps,
            energy: format.energyWh(today.refusedWh).text,
          })}
        </Warning>
      )}
      {figures !== undefined && figures.overLimitDevices > 0 && (
        <Warning
          to={can('editPlant') ? refusedStepsPath(plantId) : undefined}
          label={text('plant-data.notice.refused')}
        >
          {text('plant-data.notice.power', { count: figures.overLimitDevices })}
        </Warning>
      )}
      {figures !== undefined && figures.waitingInverters > 0 && (
        <Warning to={plantPath('device', { id: plantId })} label={text('plant-data.notice.devices')}>
          {text('plant-data.notice.waiting', { count: figures.waitingInverters })}
        </Warning>
      )}
      {figures?.disagreements.map(({ deviceId, deviceName, quantity, kind }) =>
        kind === 'holdsBattery' ? (
          <CounterFinding
            key={deviceId}
            plantId={plantId}
            deviceId={deviceId}
            deviceName={deviceName}
            canSet={can('editPlant')}
          />
        ) : (
          <Warning
            key={`${deviceId} ${quantity}`}
            to={deviceDetailPath(deviceId)}
            label={text('plant-data.notice.device')}
          >
            {text(`plant-data.counters.${kind}`, { device: deviceName, energy: quantityName(quantity) })}
          </Warning>
        ),
      )}
    </>
  )
}
