import { exportLimits } from '@heliograph/domain/plant-export.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { downloadExport, type PlantExport, removeExport, repeatExport } from '../../../api/exports.ts'
import { useByteText } from '../../../texts/byte-text.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { RowsLoading, SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useAction } from '../../../ui/use-action.ts'
import styles from './export-data.module.css'
import { useExportPlace } from './export-place.ts'
import { exportsQuery } from './export-queries.ts'

const markOf = { queued: 'clock', running: 'clock', ready: 'check', failed: 'warning', expired: 'clock' } as const

/** Files that are ready, those in progress, and what became of the rest. */
export function JobsCard() {
  const { text } = useText()
  const format = useFormat()
  const bytes = useByteText()
  const { plantId } = useExportPlace()
  const { data, error, refetch } = useQuery(exportsQuery(plantId))
  return (
    <SettingCard title={text('exports.files')} lead={text('exports.files.lead', { days: exportLimits.keptDays })}>
      {!data && <RowsLoading error={error} refetch={refetch} />}
      {data?.exports.length === 0 && (
        <EmptyState compact icon="download" title={text('exports.empty')} hint={text('exports.empty.hint')} />
      )}
      {data?.exports.map((item) => (
        <ExportRow key={item.id} row={item} />
      ))}
      {data !== undefined && data.use.exports > 0 && (
        <p className={styles.exportUse}>
          {text('exports.use', {
            exports: format.count(data.use.exports),
            most: format.count(exportLimits.exports),
            size: bytes(data.use.bytes),
            space: bytes(exportLimits.personBytes),
          })}
        </p>
      )}
    </SettingCard>
  )
}

function ExportRow({ row }: Readonly<{ row: PlantExport }>) {
  const { text, has } = useText()
  const format = useFormat()
  const bytes = useByteText()
  const { plantId, name: place, zone } = useExportPlace()
  const client = useQueryClient()
  const { running, run } = useAction()
  const { id, definition, state } = row
  const { kind, step, from, to, fileType } = definition
  const isUnderWay = state === 'queued' || state === 'running'
  const days =
    step === 'total'
      ? text('exports.step.total')
      : from === to
        ? format.date(from)
        : `${format.date(from)} – ${format.date(to)}`
  const name = `${text(`exports.kind.${kind}`)}, ${days}`
  const act = (what: string, work: () => Promise<unknown>) => () =>
    void run(what, async () => {
      await work()
      await client.invalidateQueries({ queryKey: exportsQuery(plantId).queryKey })
    })
  const failure = `exports.failure.${row.failure}`
  const facts = [
    text(`exports.fileType.${fileType}`),
    text(`exports.step.${step}`),
    ...(row.rows === null || isUnderWay ? [] : [text('exports.rows', { rows: row.rows })]),
    ...(row.sizeBytes === null || state !== 'ready' ? [] : [bytes(row.sizeBytes)]),
    ...(row.scheduleId !== null ? [text('exports.scheduled')] : []),
    ...(state === 'ready' && row.expiresAtMs !== null
      ? [text('exports.until', { at: format.moment(row.expiresAtMs, zone) })]
      : [format.moment(row.requestedAtMs, zone)]),
  ]
  return (
    <SettingRow
      icon={markOf[state]}
      {...(state === 'ready' ? { tone: 'ok' as const } : state === 'failed' ? { tone: 'warn' as const } : {})}
      title={name}
      hint={
        <>
          <b role="status">{text(`exports.state.${state}`)}</b>
          {isUnderWay && ` · ${format.percent(row.progress * 100, 0)}`}
          {state === 'failed' && ` · ${text(has(failure) ? failure : 'exports.failure')}`}
          <br />
          {facts.join(' · ')}
          {isUnderWay && <progress className={styles.exportProgress} max={1} value={row.progress} aria-label={name} />}
        </>
      }
    >
      {state === 'ready' && (
        <Button
          size="s"
          kind="primary"
          icon="download"
          label={text('exports.download', { name })}
          busy={running === 'download'}
          onClick={() =>
            void run('download', () => downloadExport(plantId, id, `${place} ${kind} ${from} ${to}.${fileType}`))
          }
        />
      )}
      {!isUnderWay && plantId !== null && (
        <Button
          size="s"
          icon="refresh"
          label={text('exports.again', { name })}
          busy={running === 'again'}
          onClick={act('again', () => repeatExport(plantId, id))}
        />
      )}
      <Button
        size="s"
        icon={isUnderWay ? 'close' : 'trash'}
        label={text(isUnderWay ? 'exports.cancel' : 'exports.remove', { name })}
        busy={running === 'remove'}
        onClick={act('remove', () => removeExport(plantId, id))}
      />
    </SettingRow>
  )
}
