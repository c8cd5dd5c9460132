import { useState } from 'react'
import { type MeteringChoice, type MeteringPreview, previewMetering } from '../../../api/metering.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { ColumnHeads } from '../../../ui/column-heads.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useAction } from '../../../ui/use-action.ts'
import styles from './plant-settings-page.module.css'

type Shown = Readonly<{ key: string; preview: MeteringPreview | undefined }>

/** Totals under a choice: counted from the samples on request, because that takes a while. */
export function MeteringPreviewPart({
  plantId,
  choice,
  from,
  isReady,
}: Readonly<{ plantId: number; choice: MeteringChoice; from: string | null; isReady: boolean }>) {
  const { text } = useText()
  const { running, run } = useAction()
  const [shown, setShown] = useState<Shown>()
  const key = JSON.stringify([choice, from])
  const look = () =>
    run('preview', async () => setShown({ key, preview: await previewMetering(plantId, choice, from) }))
  // A preview of another choice says nothing about this one.
  const current = shown?.key === key ? shown : undefined
  return (
    <div className={styles.plantSettingsMeaning} role="status">
      <div>
        <Button size="s" icon="eye" busy={running !== undefined} disabled={!isReady} onClick={() => void look()}>
          {text('metering.preview')}
        </Button>
      </div>
      {current && current.preview === undefined && <Notice tone="warn">{text('metering.preview.long')}</Notice>}
      {current?.preview && <Totals preview={current.preview} />}
    </div>
  )
}

function Totals({ preview }: Readonly<{ preview: MeteringPreview }>) {
  const { text } = useText()
  const format = useFormat()
  const { days, totals } = preview
  return (
    <>
      <p>{text('metering.preview.days', { count: days })}</p>
      <table className={styles.plantSettingsPreview}>
        <ColumnHeads
          labels={(['total', 'before', 'after'] as const).map((column) => text(`metering.preview.${column}`))}
        />
        <tbody>
          {totals.map(({ flow, beforeWh, afterWh }) => (
            <tr key={flow}>
              <th scope="row">{text(`metering.flow.${flow}`)}</th>
              <td>{format.energyWh(beforeWh).text}</td>
              <td>{beforeWh === afterWh ? text('metering.preview.same') : <b>{format.energyWh(afterWh).text}</b>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
