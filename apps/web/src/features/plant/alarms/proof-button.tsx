import { exportLimits } from '@heliograph/domain/plant-export.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AlarmDetail } from '../../../api/alarms.ts'
import { downloadExport, fetchExports, orderExport } from '../../../api/exports.ts'
import { plantKey } from '../../../api/queries.ts'
import { useLanguage } from '../../../texts/language-context.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { useAction } from '../../../ui/use-action.ts'

const EVERY_MS = 1_500

/** Orders a signed file about an alarm, and saves it when it is made. */
export function ProofButton({ alarm }: Readonly<{ alarm: AlarmDetail }>) {
  const { text } = useText()
  const { code } = useLanguage()
  const client = useQueryClient()
  const { running, run } = useAction()
  const [orderedId, setOrderedId] = useState<number>()
  const { plantId, plantName, zone, name } = alarm
  // Under the plant's key: its list of files hears of the new one.
  const queryKey = [...plantKey(plantId), 'exports'] as const
  const { data } = useQuery({
    queryKey: [...queryKey, 'proof', orderedId],
    queryFn: ({ signal }) => fetchExports(plantId, signal),
    enabled: orderedId !== undefined,
    refetchInterval: EVERY_MS,
  })
  const job = data?.exports.find(({ id }) => id === orderedId)
  const state = orderedId !== undefined && data !== undefined ? (job?.state ?? 'failed') : undefined
  useEffect(() => {
    if (orderedId === undefined || (state !== 'ready' && state !== 'failed')) return
    setOrderedId(undefined)
    if (state === 'failed') showToast(text('alarm-page.act.proof.failed'), 'warn')
    else void run('save', () => downloadExport(plantId, orderedId, `${plantName} ${name}.pdf`))
  }, [state, orderedId, run, text, plantId, plantName, name])
  const order = async (): Promise<void> => {
    await run(
      'order',
      async () => {
        const { id } = await orderExport(
          plantId,
          {
            kind: 'proof',
            step: 'alarm',
            from: localDate(alarm.openedAtMs, zone),
            to: localDate(alarm.closedAtMs ?? Date.now(), zone),
            alertId: alarm.id,
            deviceIds: [],
            quantities: [],
            fileType: 'pdf',
            zone: 'plant',
            separator: ',',
            decimalMark: '.',
            language: code,
          },
          false,
        )
        setOrderedId(id)
        await client.invalidateQueries({ queryKey, exact: true })
      },
      text('alarm-page.act.proof.making', { days: exportLimits.keptDays }),
    )
  }
  return (
    <Button
      icon="document"
      title={text('alarm-page.act.proof.hint')}
      busy={running !== undefined || orderedId !== undefined}
      onClick={() => void order()}
    >
      {text('alarm-page.act.proof')}
    </Button>
  )
}
