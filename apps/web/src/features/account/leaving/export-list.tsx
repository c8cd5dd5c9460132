import type { AccountExport } from '../../../api/account-types.ts'
import { addressOf, call } from '../../../api/call.ts'
import { useByteText } from '../../../texts/byte-text.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { useAction } from '../../../ui/use-action.ts'
import styles from './leaving.module.css'

const markOf = { queued: 'clock', running: 'clock', ready: 'check', failed: 'warning', expired: 'clock' } as const

/** Finished archives and archives in progress. */
export function ExportList({ rows }: Readonly<{ rows: readonly AccountExport[] }>) {
  const { text } = useText()
  if (rows.length === 0) return null
  return (
    <SettingCard title={text('leaving.export.archives')}>
      {rows.map((row) => (
        <ArchiveRow key={row.id} row={row} />
      ))}
    </SettingCard>
  )
}

function ArchiveRow({ row }: Readonly<{ row: AccountExport }>) {
  const { text } = useText()
  const format = useFormat()
  const bytes = useByteText()
  const { running, run } = useAction()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  const at = (atMs: number): string => format.moment(atMs, zone)
  const underWay = row.state === 'queued' || row.state === 'running'

  const download = (): void =>
    void run('download', async () => {
      const { url } = await call('POST /user-s/acc/export/{id}/link', { params: { id: row.id } })
      // The page's own path to the server, which may use the prefix of a data center.
      const path = addressOf('GET /user-s/acc/export/{id}/file', { id: row.id })
      window.location.assign(`${path}${new URL(url, window.location.origin).search}`)
    })

  const facts = [
    text('leaving.export.asked', { at: at(row.requestedAtMs) }),
    ...(row.sizeBytes === null || row.state !== 'ready' ? [] : [bytes(row.sizeBytes)]),
    ...(row.state === 'ready' && row.expiresAtMs !== null
      ? [text('leaving.export.until', { at: at(row.expiresAtMs) })]
      : []),
  ]
  return (
    <SettingRow
      icon={markOf[row.state]}
      {...(row.state === 'ready' ? { tone: 'ok' as const } : row.state === 'failed' ? { tone: 'warn' as const } : {})}
      title={<span role="status">{text(`leaving.export.state.${row.state}`)}</span>}
      hint={
        <>
          {facts.join(' · ')}
          {underWay && (
            <progress
              className={styles.leavingProgress}
              max={1}
              value={row.progress}
              aria-label={text('leaving.export.state.running')}
            />
          )}
        </>
      }
    >
      {underWay && <b>{format.percent(row.progress * 100, 0)}</b>}
      {row.state === 'ready' && (
        <Button size="s" kind="primary" icon="download" busy={running === 'download'} onClick={download}>
          {text('shell.action.download')}
        </Button>
      )}
    </SettingRow>
  )
}
