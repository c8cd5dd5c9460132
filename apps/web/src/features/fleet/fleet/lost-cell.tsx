import { MISSING } from '@heliograph/domain/format/number.ts'
import type { FleetPlant } from '../../../api/fleet.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'

/** The cost of a plant's open alarms since the first of them began; "--" where it is not known, nothing without one. */
export function LostSince({ plant }: Readonly<{ plant: FleetPlant }>) {
  const { text } = useText()
  const format = useFormat()
  const { lost, zone } = plant
  if (lost === null) return <span className="visually-hidden">{text('fleet.lost.none')}</span>
  const since = text('fleet.lost.since', { date: format.moment(lost.sinceMs, zone) })
  return (
    <>
      <span>{lost.wh === null ? MISSING : format.energyWh(lost.wh).text}</span>
      {lost.income !== null && <span> · {format.money(lost.income, lost.currency)}</span>}
      <small>{since}</small>
    </>
  )
}
