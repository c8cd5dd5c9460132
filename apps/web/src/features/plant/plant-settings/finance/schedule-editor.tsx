import { MOST_SEASONS } from '@heliograph/domain/tariff/schedule.ts'
import { evenWeek, stepOf, type Week } from '@heliograph/domain/tariff/week.ts'
import { useState } from 'react'
import { useText } from '../../../../texts/use-text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { ByPointer } from '../../../../ui/by-pointer.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import { levelColor } from './level-color.ts'
import { SeasonFields } from './season-fields.tsx'
import { SeriesFields } from './series-fields.tsx'
import { applyPreset, presetOf, presets, readGridPrice, type ScheduleDraft } from './tariff-draft.ts'
import styles from './week.module.css'
import { WeekPainter } from './week-painter.tsx'
import { WindowsTable } from './windows-table.tsx'

const MOST_LEVELS = 8

/** The prices of one direction: one for all times, a painted week per season, or those of a market. */
export function ScheduleEditor({
  label,
  hint,
  draft,
  currency,
  markets,
  onChange,
}: Readonly<{
  label: string
  hint: string
  draft: ScheduleDraft
  currency: string
  /** The names of the plant's series of prices. */
  markets: readonly string[]
  onChange: (draft: ScheduleDraft) => void
}>) {
  const { text } = useText()
  const { prices, seasons } = draft
  const [shown, setShown] = useState(0)
  const [level, setLevel] = useState(0)
  const [step, setStep] = useState<60 | 30 | 15>(() => stepOf(seasons.map(({ week }) => week)))
  const season = seasons[Math.min(shown, seasons.length - 1)]
  const isFlat = prices.length === 1
  const { series } = draft
  const names = series && !markets.includes(series.name) ? [series.name, ...markets] : markets
  const change = (edit: Partial<ScheduleDraft>): void => onChange({ ...draft, ...edit })
  const setWeek = (week: Week): void =>
    change({ seasons: seasons.map((item) => (item === season ? { ...item, week } : item)) })
  const removeLevel = (gone: number): void => {
    const lower = (own: number): number => (own >= gone ? Math.max(0, own - 1) : own)
    setLevel(0)
    change({
      prices: prices.filter((_, at) => at !== gone),
      seasons: seasons.map((item) => ({ ...item, week: item.week.map((slots) => slots.map(lower)) })),
    })
  }
  return (
    <fieldset className={styles.schedule}>
      <legend>{label}</legend>
      <p className={styles.scheduleNote}>{hint}</p>
      <Segmented
        label={text('finance.preset')}
        value={series ? 'market' : (presetOf(draft) ?? 'own')}
        options={[
          ...presets.map((preset) => ({ value: preset, label: text(`finance.preset.${preset}`) })),
          ...(presetOf(draft) ? [] : [{ value: 'own' as const, label: text('finance.preset.own') }]),
          ...(names.length > 0 ? [{ value: 'market' as const, label: text('finance.preset.market') }] : []),
        ]}
        onChange={(preset) => {
          if (preset === 'market')
            return onChange({ ...draft, series: series ?? { name: names[0] ?? '', factor: '1', surcharge: '' } })
          if (preset === 'own') return change({ series: undefined })
          setLevel(0)
          setShown(0)
          onChange(applyPreset(preset, draft))
        }}
      />
      {series ? (
        <SeriesFields
          draft={series}
          names={names}
          currency={currency}
          onChange={(edited) => change({ series: edited })}
        />
      ) : (
        <div className={styles.scheduleLevels}>
          {prices.map((price, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place
            <div key={at} className={styles.scheduleLevel}>
              {!isFlat && (
                <button
                  type="button"
                  className={styles.schedulePick}
                  aria-pressed={level === at}
                  aria-label={text('finance.level.pick', { level: at + 1 })}
                  onClick={() => setLevel(at)}
                >
                  <i style={{ background: levelColor(at, prices.length) }} />
                </button>
              )}
              <TextField
                label={isFlat ? text('finance.price') : text('finance.level', { level: at + 1 })}
                unit={text('unit.perKwh', { currency })}
                inputMode="decimal"
                autoComplete="off"
                value={price}
                error={readGridPrice(price) === undefined ? text('finance.error.gridPrice') : undefined}
                onChange={(typed) => change({ prices: prices.map((own, value) => (value === at ? typed : own)) })}
              />
              {prices.length > 2 && (
                <Button
                  kind="quiet"
                  icon="trash"
                  label={text('finance.level.remove', { level: at + 1 })}
                  onClick={() => removeLevel(at)}
                />
              )}
            </div>
          ))}
          {!isFlat && prices.length < MOST_LEVELS && (
            <div>
              <Button size="s" kind="quiet" icon="add" onClick={() => change({ prices: [...prices, ''] })}>
                {text('finance.level.add')}
              </Button>
            </div>
          )}
        </div>
      )}
      {!series && !isFlat && season && (
        <>
          <SeasonFields
            seasons={seasons}
            shown={Math.min(shown, seasons.length - 1)}
            most={MOST_SEASONS}
            onShow={setShown}
            onChange={(changed) => change({ seasons: changed })}
          />
          <p className={styles.scheduleNote}>
            <ByPointer mouse={text('finance.painter.hint')} touch={text('finance.painter.hint.touch')} />
          </p>
          <div className={styles.scheduleBoth}>
            <div>
              <WeekPainter
                week={season.week}
                levels={prices.length}
                level={Math.min(level, prices.length - 1)}
                stepMinutes={step}
                label={text('finance.painter', { label })}
                onChange={setWeek}
              />
              <div className={styles.scheduleSeason}>
                <Segmented
                  label={text('finance.step')}
                  value={String(step)}
                  options={(['60', '30', '15'] as const).map((minutes) => ({
                    value: minutes as string,
                    label: text('finance.step.minutes', { minutes: Number(minutes) }),
                  }))}
                  onChange={(minutes) => setStep(Number(minutes) as 60 | 30 | 15)}
                />
                <Button size="s" kind="quiet" onClick={() => setWeek(evenWeek(level))}>
                  {text('finance.painter.fill')}
                </Button>
              </div>
            </div>
            <WindowsTable
              season={season}
              prices={prices.map((price) => readGridPrice(price) ?? null)}
              currency={currency}
              label={label}
            />
          </div>
        </>
      )}
    </fieldset>
  )
}
