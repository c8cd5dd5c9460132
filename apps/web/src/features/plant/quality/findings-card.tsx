import { useState } from 'react'
import { plantPath } from '../../../address/paths.ts'
import type { DayQuality } from '../../../api/quality.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import type { IconName } from '../../../ui/icons.ts'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { type Finding, type FindingKind, findingsOf } from './findings.ts'

const icons: Readonly<Record<FindingKind, IconName>> = {
  missing: 'offline',
  sparse: 'chart',
  refused: 'warning',
  reset: 'refresh',
  unsure: 'clock',
  estimated: 'info',
  reported: 'info',
}
/** Rows before the rest is asked for. */
const FIRST = 12

/** Gaps in the data of each day, in a sentence with the way to its curve. */
export function FindingsCard({ plantId, days }: Readonly<{ plantId: number; days: readonly DayQuality[] }>) {
  const { text } = useText()
  const [isAll, setIsAll] = useState(false)
  const all = findingsOf(days)
  const shown = isAll ? all : all.slice(0, FIRST)
  return (
    <SettingCard title={text('quality.findings')} lead={text('quality.findings.lead')}>
      {all.length === 0 && <SettingRow icon="check" tone="ok" title={text('quality.findings.none')} />}
      {shown.map((finding) => (
        <FindingRow key={`${finding.date} ${finding.kind}`} plantId={plantId} finding={finding} />
      ))}
      {shown.length < all.length && (
        <Button kind="quiet" wide onClick={() => setIsAll(true)}>
          {text('quality.findings.more', { count: all.length - shown.length })}
        </Button>
      )}
    </SettingCard>
  )
}

function FindingRow({ plantId, finding }: Readonly<{ plantId: number; finding: Finding }>) {
  const { text } = useText()
  const format = useFormat()
  const { date, kind, amount, count } = finding
  const values = {
    count: kind === 'refused' ? count : amount,
    hours: format.hours(amount),
    energy: format.energyWh(amount).text,
    percent: format.percent(amount, 0),
  }
  return (
    <SettingRow
      long
      icon={icons[kind]}
      {...(kind === 'missing' || kind === 'refused' ? { tone: 'warn' as const } : {})}
      title={text(`quality.finding.${kind}`, values)}
      hint={`${format.weekdayAndDate(date)} · ${text(`quality.finding.${kind}.why`)}`}
    >
      <ButtonLink size="s" to={plantPath('data', { id: plantId, date })}>
        {text('quality.curve')}
      </ButtonLink>
    </SettingRow>
  )
}
