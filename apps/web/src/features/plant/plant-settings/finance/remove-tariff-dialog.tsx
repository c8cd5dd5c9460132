import { useQuery } from '@tanstack/react-query'
import { type DatedTariff, removeTariff } from '../../../../api/finance.ts'
import { useCurrentPlant } from '../../../../plant/current-plant.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { ActionDialog } from '../../../../ui/action-dialog.tsx'
import { usePlantChanged } from '../use-plant-changed.ts'
import { previewQuery } from './finance-queries.ts'
import { TariffEffect } from './tariff-effect.tsx'

/** Removes the tariff of a date after showing what that changes. */
export function RemoveTariffDialog({
  tariff,
  currency,
  onClose,
}: Readonly<{ tariff: DatedTariff; currency: string; onClose: () => void }>) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const changed = usePlantChanged(plantId)
  const effect = useQuery(previewQuery(plantId, { from: tariff.from, tariff: null }))
  return (
    <ActionDialog
      title={text('finance.tariff.remove')}
      confirm={text('finance.tariff.remove')}
      danger
      width={620}
      isReady={effect.data !== undefined}
      run={async () => {
        await removeTariff(plantId, tariff.from)
        await changed()
      }}
      done={text('finance.tariff.removed')}
      onClose={onClose}
    >
      <p>{text('finance.tariff.remove.lead')}</p>
      <TariffEffect preview={effect.data} failure={effect.error} isWaiting currency={currency} />
    </ActionDialog>
  )
}
