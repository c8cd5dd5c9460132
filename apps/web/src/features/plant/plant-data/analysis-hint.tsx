import { useQuery } from '@tanstack/react-query'
import { type Finding, type FindingCode, fetchFindings } from '../../../api/analysis.ts'
import { plantKey } from '../../../api/queries.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './analysis-hint.module.css'

const STALE_MS = 600_000
/** Findings that the figures beside it do not show already. */
const hinted: readonly FindingCode[] = ['outage', 'useUp', 'useDown']

type Props = Readonly<{ view: 'day' | 'month' | 'year'; date: string }>

/** One sentence about the period that its figures do not say by themselves; nothing where there is none. */
export function AnalysisHint({ view, date }: Props) {
  const { plantId } = useCurrentPlant()
  const { data } = useQuery({
    queryKey: [...plantKey(plantId), 'findings', view, date],
    queryFn: ({ signal }) => fetchFindings(plantId, view, date, signal),
    staleTime: STALE_MS,
  })
  const finding = data?.find(({ code, value }) => hinted.includes(code) && value !== null)
  return finding ? <Hint finding={finding} view={view} /> : null
}

function Hint({ finding: { code, value, usual, isDays }, view }: Readonly<{ finding: Finding; view: Props['view'] }>) {
  const { text } = useText()
  const format = useFormat()
  const amount = value ?? 0
  const sentence =
    code === 'outage'
      ? text(isDays ? 'analysis.outage.days' : 'analysis.outage.hours', {
          count: Math.round(amount),
          hours: format.hours(amount),
        })
      : text(code === 'useUp' ? 'analysis.useUp' : 'analysis.useDown', {
          view,
          energy: format.energyWh(amount).text,
          usual: format.energyWh(usual).text,
          percent: format.percent(usual ? Math.abs(amount / usual - 1) * 100 : null, 0),
        })
  return (
    <p className={styles.analysisHint}>
      <Icon name="info" size={16} />
      {sentence}
    </p>
  )
}
