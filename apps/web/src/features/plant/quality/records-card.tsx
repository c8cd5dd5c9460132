import { plantSettingsPath } from '../../../address/paths.ts'
import type { Quality } from '../../../api/quality.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'

/** Records that are kept apart from the figures, and the time of the last recount. */
export function RecordsCard({ quality }: Readonly<{ quality: Quality }>) {
  const { text } = useText()
  const format = useFormat()
  const { plantId, zone, can } = useCurrentPlant()
  const { recount, unproven, unread, deviceCount, judgedCount } = quality
  const atMs = recount?.finishedAtMs ?? recount?.askedAtMs ?? null
  const settings = can('editPlant') && (
    <ButtonLink size="s" to={plantSettingsPath(plantId, 'devices')}>
      {text('quality.settings')}
    </ButtonLink>
  )
  return (
    <SettingCard title={text('quality.records')}>
      {unproven > 0 && (
        <SettingRow
          icon="warning"
          tone="warn"
          title={text('quality.unproven', { count: unproven })}
          hint={text('quality.unproven.why')}
        >
          {settings}
        </SettingRow>
      )}
      {unread > 0 && (
        <SettingRow icon="info" title={text('quality.unread', { count: unread })} hint={text('quality.unread.why')} />
      )}
      <SettingRow
        icon="refresh"
        title={
          recount === null || atMs === null
            ? text('quality.recount.never')
            : recount.state === 'done'
              ? text('quality.recount.done', { at: format.moment(atMs, zone) })
              : recount.state === 'failed'
                ? text('quality.recount.failed', { at: format.moment(atMs, zone) })
                : text('quality.recount.running')
        }
        hint={text('quality.recount.why')}
      />
      {judgedCount < deviceCount && (
        <SettingRow icon="info" title={text('quality.judged', { judged: judgedCount, count: deviceCount })} />
      )}
    </SettingCard>
  )
}
