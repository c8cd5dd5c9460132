import { dataCentreOf, isRegion, type RegionCode, regionCodes } from '@heliograph/domain/regions.ts'
import { useState } from 'react'
import { setTransport } from '../../api/call.ts'
import { readRegion, storeRegion } from '../../session/region.ts'
import { useText } from '../../texts/use-text.tsx'
import { SelectField } from '../../ui/field.tsx'

/** Which data centre the account lives in; only where a brand runs several. */
export function RegionField() {
  const { text } = useText()
  const [region, setRegion] = useState<RegionCode>(() => {
    const stored = readRegion() ?? ''
    return isRegion(stored) ? stored : 'INTL'
  })
  const choose = (code: RegionCode): void => {
    setRegion(code)
    storeRegion(code)
    setTransport({ centre: dataCentreOf(code) })
  }
  return (
    <SelectField
      label={text('login.region')}
      hint={text('shell.dataCenter.hint')}
      value={region}
      onChange={choose}
      options={regionCodes.map((code) => ({ value: code, label: text(`shell.region.${code}`) }))}
    />
  )
}
