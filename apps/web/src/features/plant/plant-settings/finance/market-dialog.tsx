import { useState } from 'react'
import { type PriceUnit, priceUnits, savePriceFile } from '../../../../api/finance.ts'
import { useCurrentPlant } from '../../../../plant/current-plant.ts'
import { useText } from '../../../../texts/use-text.tsx'
import { ActionDialog } from '../../../../ui/action-dialog.tsx'
import { SelectField, TextField } from '../../../../ui/field.tsx'
import { FileButton } from '../../../../ui/file-button.tsx'
import { toBase64 } from '../../../../ui/to-base64.ts'
import { usePlantChanged } from '../use-plant-changed.ts'

/** Prices of a market from a file. @param name of the series; '': a new one */
export function MarketDialog({
  name,
  currency,
  onClose,
}: Readonly<{ name: string; currency: string; onClose: () => void }>) {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const changed = usePlantChanged(plantId)
  const [typed, setTyped] = useState(name)
  const [unit, setUnit] = useState<PriceUnit>('perKwh')
  const [file, setFile] = useState<File>()
  return (
    <ActionDialog
      title={text('finance.market.file')}
      confirm={text('finance.market.save')}
      isReady={/^.{1,60}$/.test(typed.trim()) && file !== undefined}
      run={async () => {
        if (file === undefined) return
        const content = await toBase64(file)
        await savePriceFile(plantId, { name: typed.trim(), unit, content })
        await changed()
      }}
      done={text('finance.market.saved')}
      onClose={onClose}
    >
      <p className="muted">{text('finance.market.file.hint')}</p>
      <TextField label={text('finance.market.name')} value={typed} onChange={setTyped} />
      <SelectField
        label={text('finance.market.unit')}
        value={unit}
        options={priceUnits.map((priceUnit) => ({
          value: priceUnit,
          label: text(`finance.market.unit.${priceUnit}`, { currency }),
        }))}
        onChange={setUnit}
      />
      <FileButton icon="table" accept=".csv,.txt,.tsv,.xlsx,text/csv" onFile={setFile}>
        {file?.name ?? text('finance.market.choose')}
      </FileButton>
    </ActionDialog>
  )
}
