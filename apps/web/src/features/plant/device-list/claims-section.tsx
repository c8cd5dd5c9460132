import { addLoggerPath } from '../../../address/paths.ts'
import type { Claim } from '../../../api/claims.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'

/** Loggers that the plant claims and has not proven to be its own, with the next step. */
export function ClaimsSection({ claims }: Readonly<{ claims: readonly Claim[] }>) {
  const { text } = useText()
  if (claims.length === 0) return null
  return (
    <SettingCard title={text('devices.claims')} lead={text('devices.claims.lead')}>
      {claims.map((claim) => (
        <ClaimRow key={claim.serial} claim={claim} />
      ))}
    </SettingCard>
  )
}

function ClaimRow({ claim }: Readonly<{ claim: Claim }>) {
  const { text } = useText()
  const format = useFormat()
  const { plantId, zone, can } = useCurrentPlant()
  const { serial, restartUntilMs, dispute } = claim
  const next =
    dispute !== null
      ? text(`devices.claims.dispute.${dispute}`)
      : restartUntilMs !== null
        ? text('devices.claims.restart', { time: format.moment(restartUntilMs, zone) })
        : text('devices.claims.next')
  return (
    <SettingRow icon="logger" tone="warn" title={serial} hint={next}>
      {can('addPlantDevice') && (
        <ButtonLink size="s" to={addLoggerPath(plantId)} label={text('devices.claims.prove.label', { serial })}>
          {text('devices.claims.prove')}
        </ButtonLink>
      )}
    </SettingRow>
  )
}
