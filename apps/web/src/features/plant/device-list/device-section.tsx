import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { DeviceCards } from './device-cards.tsx'
import { type DeviceItem, type Sort, shareOfBest } from './device-items.ts'
import { DeviceTable } from './device-table.tsx'
import { useRoomy } from './use-roomy.ts'

/** All measuring devices, as a table where it fits, else as cards. @param isCards cards are wanted */
export function DeviceSection({
  items,
  sort,
  isCards,
}: Readonly<{ items: readonly DeviceItem[]; sort: Sort | undefined; isCards: boolean }>) {
  const { text } = useText()
  const roomy = useRoomy()
  if (items.length === 0)
    return (
      <Card>
        <EmptyState compact icon="device" title={text('devices.soon')} hint={text('devices.soon.hint')} />
      </Card>
    )
  const shares = shareOfBest(items)
  return roomy && !isCards ? (
    <DeviceTable items={items} sort={sort} shares={shares} />
  ) : (
    <DeviceCards items={items} shares={shares} />
  )
}
