import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ExportScope } from '../../../api/account-types.ts'
import { call } from '../../../api/call.ts'
import { CallFailure } from '../../../api/failure.ts'
import { useProof } from '../../../auth/re-authentication/proof-dialog.tsx'
import { accountKey } from '../../../auth/re-authentication/security-query.ts'
import { useByteText } from '../../../texts/byte-text.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import fieldStyles from '../../../ui/field.module.css'
import { Checkbox } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import settingStyles from '../../../ui/setting.module.css'
import { SettingCard } from '../../../ui/setting.tsx'
import leavingStyles from './leaving.module.css'

// A record, so that the compiler asks for a row here when the contract has another part.
const parts: Readonly<Record<ExportScope, true>> = {
  profile: true,
  plants: true,
  devices: true,
  telemetry: true,
  signIns: true,
  audit: true,
}
const allParts = Object.keys(parts) as readonly ExportScope[]

/** The parts to export, the estimated size, and the button. */
export function ExportForm({
  plantCount,
  plantLimit,
  estimatedBytes,
  mustWait,
}: Readonly<{ plantCount: number; plantLimit: number | null; estimatedBytes: number; mustWait: boolean }>) {
  const { text, gap } = useText()
  const format = useFormat()
  const bytes = useByteText()
  const client = useQueryClient()
  const { ask, dialog } = useProof()
  const [chosen, setChosen] = useState<readonly ExportScope[]>(allParts)
  const [refused, setRefused] = useState<CallFailure>()
  const tooMany = plantLimit !== null && plantCount > plantLimit
  const size = bytes(estimatedBytes)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

  const start = (): void => {
    setRefused(undefined)
    ask({
      title: text('leaving.export.start'),
      confirm: text('leaving.export.start'),
      run: async (proof) => {
        try {
          await call('POST /user-s/acc/export', { body: { scope: [...chosen], proof } })
        } catch (failure) {
          // Shown on the page with its numbers, because repeated re-authentication would not help.
          if (failure instanceof CallFailure && failure.code.startsWith('EXPORT_')) setRefused(failure)
          else throw failure
        }
        await client.invalidateQueries({ queryKey: accountKey })
      },
    })
  }

  return (
    <SettingCard title={text('leaving.export.what')} lead={text('leaving.export.lead')}>
      <div className={cx(settingStyles.settingBody, settingStyles.settingForm)}>
        {tooMany && (
          <Notice tone="fault">
            {text('error.49')}
            {gap}
            {text('leaving.export.tooMany', { plants: plantCount, limit: plantLimit })}
          </Notice>
        )}
        {refused && <Refused failure={refused} zone={zone} />}
        <fieldset className={cx(fieldStyles.choice, leavingStyles.leavingParts)}>
          <legend className="visually-hidden">{text('leaving.export.what')}</legend>
          {allParts.map((part) => (
            <div key={part}>
              <Checkbox
                label={
                  <>
                    <b>{text(`leaving.part.${part}`)}</b>
                    <span className={leavingStyles.leavingPartHint}>{text(`leaving.part.${part}.hint`)}</span>
                  </>
                }
                checked={chosen.includes(part)}
                onChange={(isOn) =>
                  setChosen(allParts.filter((allPart) => (allPart === part ? isOn : chosen.includes(allPart))))
                }
              />
            </div>
          ))}
        </fieldset>
        <div className={leavingStyles.leavingStart}>
          <div>
            <b>{text(chosen.includes('telemetry') ? 'leaving.export.size' : 'leaving.export.sizeLess', { size })}</b>
            <p className="muted tiny">
              {text('leaving.export.plants', { count: plantCount })}
              {plantLimit !== null && ` · ${text('leaving.export.limit', { limit: format.count(plantLimit) })}`}
            </p>
          </div>
          <Button kind="primary" icon="download" disabled={mustWait || tooMany || chosen.length === 0} onClick={start}>
            {text('leaving.export.start')}
          </Button>
        </div>
      </div>
      {dialog}
    </SettingCard>
  )
}

/** Codes 48 and 49, with when and how many. */
function Refused({ failure, zone }: Readonly<{ failure: CallFailure; zone: string }>) {
  const { text, gap } = useText()
  const format = useFormat()
  const detail = failure.body.detail ?? {}
  const isYear = failure.code === 'EXPORT_USED_WITHIN_YEAR'
  return (
    <div role="alert">
      <Notice tone="fault">
        {text(isYear ? 'error.48' : 'error.49')}
        {gap}
        {isYear
          ? detail.nextPossibleAt !== undefined &&
            text('leaving.export.next', { at: format.moment(Number(detail.nextPossibleAt) * 1000, zone) })
          : detail.limit !== undefined &&
            text('leaving.export.tooMany', { plants: Number(detail.plants), limit: Number(detail.limit) })}
      </Notice>
    </div>
  )
}
