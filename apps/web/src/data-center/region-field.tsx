import { regionCodes } from '@heliograph/domain/regions.ts'
import { useText } from '../texts/use-text.tsx'
import { SelectField } from '../ui/field.tsx'
import { chooseRegion, useChosenRegion } from './data-center.ts'

/** The data center of the account; only where a brand offers several. */
export function RegionField() {
  const { text } = useText()
  const region = useChosenRegion()
  return (
    <SelectField
      label={text('login.region')}
      hint={text('shell.dataCenter.hint')}
      value={region}
      onChange={chooseRegion}
      options={regionCodes.map((code) => ({ value: code, label: text(`shell.region.${code}`) }))}
    />
  )
}
