import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useLanguage } from '../../../texts/language-context.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { useNow } from '../../../ui/now.ts'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { financeQuery } from './finance/finance-queries.ts'
import { describePrices } from './finance/tariff-rows.tsx'

/** Facts of the plant, for people who may view but not edit it. */
export function FactsCard() {
  const { text } = useText()
  const { code } = useLanguage()
  const format = useFormat()
  const { plantId, plant, zone } = useCurrentPlant()
  const finance = useQuery(financeQuery(plantId)).data
  const today = localDate(useNow(MINUTE_MS), zone)
  const tariff = finance?.tariffs.findLast(({ from }) => from === null || from <= today)
  const digits = new Intl.NumberFormat(format.locale, { maximumFractionDigits: 4 })
  const days = plant.startedOn === null ? 0 : (Date.parse(today) - Date.parse(plant.startedOn)) / DAY_MS
  const rows: readonly (readonly [label: string, value: ReactNode])[] = [
    [text('plant-create.type'), text(`shell.plantType.${plant.type}`)],
    [text('plant-create.grid'), text(`shell.gridType.${plant.gridType}`)],
    [text('plant-create.capacity'), format.peakWp(plant.capacityWp).text],
    [
      text('metering.capacities'),
      plant.capacities.length > 1 &&
        plant.capacities
          .map(({ from, capacityWp }) => {
            const since =
              from === null ? text('finance.tariff.start') : text('finance.tariff.since', { date: format.date(from) })
            return `${since}: ${format.peakWp(capacityWp).text}`
          })
          .join(' · '),
    ],
    [
      text('metering.planes'),
      plant.planes
        .map(({ name, azimuthDeg, tiltDeg, capacityWp }) => {
          const plane = text('metering.plane.is', {
            capacity: format.peakWp(capacityWp).text,
            azimuth: digits.format(azimuthDeg),
            tilt: digits.format(tiltDeg),
          })
          return name === '' ? plane : `${name}: ${plane}`
        })
        .join(' · '),
    ],
    [
      text('plant-create.startedOn'),
      plant.startedOn !== null &&
        `${format.date(plant.startedOn)}${days > 0 ? ` · ${text('exports.days', { count: days })}` : ''}`,
    ],
    [text('plant-create.area'), plant.floorAreaM2 !== null && `${digits.format(plant.floorAreaM2)} m²`],
    [text('plant-create.address'), plant.address],
    [text('plant-create.country'), plant.country && new Intl.DisplayNames(code, { type: 'region' }).of(plant.country)],
    [
      `${text('plant-create.latitude')}, ${text('plant-create.longitude')}`,
      `${digits.format(plant.latitudeDeg)}°, ${digits.format(plant.longitudeDeg)}°`,
    ],
    [text('plant-create.altitude'), `${digits.format(plant.altitudeM)} m`],
    [text('plant-create.zone'), plant.zone],
    [text('finance.tariff'), tariff && finance && describePrices(tariff, finance.currency, text, format)],
  ]
  return (
    <SettingCard title={text('plant-settings.about')}>
      {rows.map(([label, value]) => value && <SettingRow key={label} title={label} hint={value} fact />)}
    </SettingCard>
  )
}
