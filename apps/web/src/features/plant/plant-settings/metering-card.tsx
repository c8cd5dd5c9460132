import { type MeteredFlow, meteredFlows } from '@heliograph/domain/metering.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DayOffset, GenerationZero, Metering } from '../../../api/metering.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RowsLoading, SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { DayOffsetsDialog } from './day-offsets-dialog.tsx'
import { MeteringDialog } from './metering-dialog.tsx'
import { meteringQuery, zeroQuery } from './settings-queries.ts'
import { ZeroDialog } from './zero-dialog.tsx'

/** More of them are counted, not named. */
const MOST_NAMED = 4

/** How the energies of the plant are counted, a sentence each. */
export function MeteringCard() {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery(meteringQuery(plantId))
  const zero = useQuery(zeroQuery(plantId)).data
  return (
    <SettingCard
      title={text('metering.title')}
      lead={text(data?.strategy === 'manual' ? 'metering.lead.manual' : 'metering.lead.dynamic')}
      aside={
        data && (
          <Button size="s" icon="settings" onClick={() => setOpen(true)}>
            {text('metering.edit')}
          </Button>
        )
      }
    >
      {data ? <Sentences metering={data} /> : <RowsLoading error={error} refetch={refetch} />}
      {data && <DayOffsetsRow offsets={data.addedToDays} />}
      {zero && <ZeroRow zero={zero} />}
      {isOpen && data && <MeteringDialog metering={data} onClose={() => setOpen(false)} />}
    </SettingCard>
  )
}

function Sentences({ metering }: Readonly<{ metering: Metering }>) {
  const { text } = useText()
  const format = useFormat()
  const list = new Intl.ListFormat(format.locale, { type: 'conjunction' })
  const { carriers, repeats, generationOffsetWh, useOffsetWh, plannedUsePercent, since } = metering
  const devicesOf = (flow: MeteredFlow) => carriers.find((carrier) => carrier.flow === flow)?.devices ?? []
  const measured = meteredFlows.filter((flow) => devicesOf(flow).length > 0)
  const named = (devices: readonly string[]): string =>
    devices.length > MOST_NAMED ? text('metering.devices', { count: devices.length }) : list.format(devices)
  const howOf = (flow: MeteredFlow): string =>
    text(`metering.how.${metering.strategy === 'manual' ? metering.methods[flow] : 'automatic'}`, {
      devices: named(devicesOf(flow)),
    })
  // Energies that are counted alike share a sentence.
  const alike = new Map<string, MeteredFlow[]>()
  for (const flow of measured) alike.set(howOf(flow), [...(alike.get(howOf(flow)) ?? []), flow])
  const signed = (energyWh: number): string => `${energyWh > 0 ? '+' : '−'}${format.energyWh(Math.abs(energyWh)).text}`
  return (
    <>
      {repeats.map(({ flow, devices }) => (
        <Notice key={flow} tone="warn">
          {text('metering.repeated', { energy: text(`metering.flow.${flow}`), devices: list.format(devices) })}
        </Notice>
      ))}
      {measured.length === 0 && <SettingRow title={text('metering.none')} />}
      {[...alike].map(([how, flows]) => (
        <SettingRow key={how} title={list.format(flows.map((flow) => text(`metering.flow.${flow}`)))} hint={how} />
      ))}
      {generationOffsetWh !== 0 && <SettingRow title={text('metering.added')} hint={signed(generationOffsetWh)} />}
      {useOffsetWh !== 0 && <SettingRow title={text('metering.addedUse')} hint={signed(useOffsetWh)} />}
      {plannedUsePercent !== null && (
        <SettingRow
          title={text('metering.planned')}
          hint={text('metering.planned.is', { percent: format.percent(plannedUsePercent) })}
        />
      )}
      {since !== null && <SettingRow title={text('metering.since')} hint={format.date(since)} />}
    </>
  )
}

function DayOffsetsRow({ offsets }: Readonly<{ offsets: readonly DayOffset[] }>) {
  const { text } = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <SettingRow title={text('day-offsets.title')} hint={text('day-offsets.count', { count: offsets.length })}>
      <Button size="s" onClick={() => setOpen(true)}>
        {text('day-offsets.edit')}
      </Button>
      {isOpen && <DayOffsetsDialog offsets={offsets} onClose={() => setOpen(false)} />}
    </SettingRow>
  )
}

function ZeroRow({ zero }: Readonly<{ zero: GenerationZero }>) {
  const { text } = useText()
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const { belowW, atNight } = zero
  const sentences = [
    ...(belowW === null ? [] : [text('metering.zero.below.is', { power: format.powerW(belowW).text })]),
    ...(atNight ? [text('metering.zero.night.is')] : []),
  ]
  return (
    <SettingRow
      title={text('metering.zero')}
      hint={sentences.length === 0 ? text('metering.zero.off') : sentences.join(' · ')}
    >
      <Button size="s" label={text('metering.zero.edit')} onClick={() => setOpen(true)}>
        {text('shell.action.edit')}
      </Button>
      {isOpen && <ZeroDialog zero={zero} onClose={() => setOpen(false)} />}
    </SettingRow>
  )
}
