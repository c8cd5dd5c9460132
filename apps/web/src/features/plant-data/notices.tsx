import { plantPath } from '../../address/paths.ts'
import type { Energies } from '../../api/plant-figures.ts'
import type { PlantNow } from '../../api/plant-now.ts'
import { useCurrentPlant } from '../../plant/current-plant.ts'
import { useReason } from '../../plant/use-reason.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { Age } from '../../ui/age.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Some of its devices are silent, late or faulty: with what is missing from the figures. */
function Trouble({ now }: Readonly<{ now: PlantNow }>) {
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

/** What must be known before the figures are believed. */
export function Notices({ today }: Readonly<{ today: Energies | undefined }>) {
  const { live, plantId, zone } = useCurrentPlant()
  const { text } = useText()
  const format = useFormat()
  const { now } = live
  // Nothing at all is known of now; where a part is, its own reason says what is missing.
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
            time: format.timestamp(now.sampledAtMs, zone, true),
          })}{' '}
          <Age atMs={live.measuredAtMs} staleAfterMs={live.staleAfterMs} />
        </Notice>
      )}
      {!late && isPartly && now && <Trouble now={now} />}
      {today && today.refusedSteps > 0 && (
        <Notice isStatus tone="warn">
          {text('plant-data.quarantine.today', {
            count: today.refusedSteps,
            energy: format.energyKwh(today.refusedKwh).text,
          })}
        </Notice>
      )}
    </>
  )
}
