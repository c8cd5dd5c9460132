import { localDate } from '@heliograph/domain/time.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { type HistoryImport, undoImport } from '../../../api/imports.ts'
import { plantKey } from '../../../api/queries.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { RowsLoading, SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { useAction } from '../../../ui/use-action.ts'
import styles from './import-page.module.css'
import { importsQuery, isUnderWay } from './import-queries.ts'

const markOf = {
  queued: 'clock',
  running: 'clock',
  canceling: 'clock',
  done: 'check',
  failed: 'warning',
} as const

/** Imports so far; each one can be undone as a whole. */
export function ImportsCard() {
  const { text } = useText()
  const { plantId } = useCurrentPlant()
  const { data, error, refetch } = useQuery(importsQuery(plantId))
  return (
    <SettingCard title={text('imports.list')} lead={text('imports.list.lead')}>
      {!data && <RowsLoading error={error} refetch={refetch} />}
      {data?.length === 0 && <SettingRow title={text('imports.list.none')} />}
      {data?.map((item) => (
        <ImportRow key={item.id} row={item} />
      ))}
    </SettingCard>
  )
}

function ImportRow({ row }: Readonly<{ row: HistoryImport }>) {
  const { text } = useText()
  const format = useFormat()
  const { plantId, zone } = useCurrentPlant()
  const client = useQueryClient()
  const { running, run } = useAction()
  const underWay = isUnderWay(row)
  const [isAsked, setAsked] = useState(false)
  const undo = async (): Promise<void> => {
    await undoImport(plantId, row.id)
    await client.invalidateQueries({ queryKey: plantKey(plantId) })
  }
  const isDone = row.state === 'done'
  const press = () =>
    isDone ? setAsked(true) : void run('undo', undo, underWay ? text('imports.canceled') : undefined)
  const [name = '', ...others] = row.fileNames
  const title = others.length === 0 ? name : `${name} + ${format.count(others.length)}`
  const facts = [
    ...(row.fromMs === null || row.toMs === null
      ? []
      : [`${format.date(localDate(row.fromMs, zone))} – ${format.date(localDate(row.toMs, zone))}`]),
    ...(row.energyWh === null ? [] : [format.energyWh(row.energyWh).text]),
  ]
  return (
    <SettingRow
      icon={markOf[row.state]}
      {...(row.state === 'done' ? { tone: 'ok' as const } : row.state === 'failed' ? { tone: 'warn' as const } : {})}
      title={<span title={row.fileNames.join('\n')}>{title}</span>}
      hint={
        <>
          <b role="status">{text(`imports.state.${row.state}`)}</b>
          {row.state === 'running' && ` · ${format.percent(row.progress * 100, 0)}`}
          {row.state === 'running' && row.records !== null && (
            <>
              <br />
              {text('imports.progress', {
                done: format.count(row.stored),
                rows: format.count(row.records),
              })}
              {row.remainingMs !== null &&
                ` · ${text('imports.remaining', { time: format.duration(Math.max(1_000, row.remainingMs)) })}`}
            </>
          )}
          {facts.length > 0 && (
            <>
              <br />
              {facts.join(' · ')}
            </>
          )}
          {row.leftOutValues.map((value) => (
            <Fragment key={`${value.file} ${value.column}`}>
              <br />
              {text('imports.leftOut', value)}
            </Fragment>
          ))}
          {underWay && <progress className={styles.importProgress} max={1} value={row.progress} aria-label={name} />}
        </>
      }
    >
      {row.state !== 'canceling' && (
        <Button size="s" busy={running === 'undo'} onClick={press}>
          {text(underWay ? 'imports.cancel' : isDone ? 'imports.undo' : 'imports.forget')}
        </Button>
      )}
      {isAsked && (
        <ActionDialog
          danger
          title={text('imports.undo.title')}
          confirm={text('imports.undo')}
          done={text('imports.undone')}
          run={undo}
          onClose={() => setAsked(false)}
        >
          <p>
            <b>{title}</b>
          </p>
          <p>{text('imports.undo.hint')}</p>
        </ActionDialog>
      )}
    </SettingRow>
  )
}
