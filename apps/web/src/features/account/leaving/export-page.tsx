import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { useQuery } from '@tanstack/react-query'
import { Permitted } from '../../../identity/permitted.tsx'
import { RefusedPage } from '../../../shell/refused-page.tsx'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { useNow } from '../../../ui/now.ts'
import { PageHead } from '../../../ui/page-head.tsx'
import settingStyles from '../../../ui/setting.module.css'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { ExportForm } from './export-form.tsx'
import { ExportList } from './export-list.tsx'
import { exportsQuery } from './leaving-queries.ts'

/** A download of everything in the account: once a year, as one archive. */
export function ExportPage() {
  return (
    <Permitted any={['accountExport']} fallback={<RefusedPage part right="accountExport" />}>
      <Exports />
    </Permitted>
  )
}

function Exports() {
  const { text, rich } = useText()
  const format = useFormat()
  const nowMs = useNow(MINUTE_MS)
  const { data, error, refetch } = useQuery(exportsQuery)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  const nextMs = data?.nextPossibleAtMs ?? undefined
  const mustWait = nextMs !== undefined && nextMs > nowMs
  return (
    <div className={settingStyles.settingsPage} data-part="settings-page">
      <PageHead
        title={text('leaving.export.title')}
        answer={
          mustWait ? rich('leaving.export.wait', { at: format.moment(nextMs, zone) }) : text('leaving.export.answer')
        }
      />
      {data ? (
        <>
          <ExportList rows={data.data} />
          <ExportForm
            plantCount={data.plantCount}
            plantLimit={data.plantLimit}
            estimatedBytes={data.estimatedBytes}
            mustWait={mustWait}
          />
        </>
      ) : (
        <Card>
          {error ? (
            <ErrorPanel failure={error} title={text('leaving.export.failed')} onRetry={() => void refetch()} />
          ) : (
            <div role="status" aria-label={text('shell.loading')}>
              <Skeleton height={280} />
            </div>
          )}
        </Card>
      )}
    </div>
  )
}
