import type { DeviceDetail } from '@heliograph/contract/device-s/device.ts'
import { getQuantity } from '@heliograph/domain/quantities.ts'
import { useFormat } from '../../texts/use-format.ts'
import { useText } from '../../texts/use-text.tsx'
import { Card } from '../../ui/card.tsx'
import { Figure } from '../../ui/figure.tsx'
import { isOld, keyFields, roleOf } from './device-values.ts'
import './key-figures.css'
import { useQuantityName } from './use-quantity-name.ts'

const MOST = 6
const swatches = { device: undefined, other: undefined } as const

/** What a person asks of a device first; a figure that the last record lacked says how old it is. */
export function KeyFigures({ detail }: Readonly<{ detail: DeviceDetail }>) {
  const { text } = useText()
  const format = useFormat()
  const nameOf = useQuantityName()
  const fields = keyFields(detail, MOST)
  if (fields.length === 0) return null
  return (
    <Card flush className="key-figures">
      <h2 className="visually-hidden">{text('device-detail.now')}</h2>
      {fields.map((field) => {
        const role = roleOf(field.storageName)
        const swatch = role in swatches ? undefined : `var(--${role})`
        return (
          <Figure
            key={field.storageName}
            label={nameOf(field.storageName)}
            value={format.quantity(getQuantity(field.storageName), field.orgValue)}
            {...(swatch ? { swatch } : {})}
            {...(isOld(field, detail.collectionTime, detail.device.intervalS) && field.at !== null
              ? { atMs: field.at * 1000, staleAfterMs: 0 }
              : {})}
          />
        )
      })}
    </Card>
  )
}
