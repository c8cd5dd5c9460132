import type { UseQueryResult } from '@tanstack/react-query'
import {
  betweens,
  type ImportBetween,
  type ImportOverlap,
  type ImportPreview,
  importFlows,
  overlaps,
} from '../../../api/imports.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFailureText } from '../../../texts/use-failure-text.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { DifferencesPart } from './differences-part.tsx'
import styles from './import-page.module.css'
import { MonthsPart } from './months-part.tsx'
import { SkyPart } from './sky-part.tsx'

const SHOWN_DAYS = 31
/** Less is what counters are rounded by. */
const LEAST_REFUSED_WH = 50

/** Data that the file adds: totals, days, and the parts that are left out, with the reason. */
export function PreviewPart({
  preview,
  names,
  choice,
  onOverlap,
  onBetween,
}: Readonly<{
  preview: UseQueryResult<ImportPreview>
  /** Of the files, in their order. */
  names: readonly string[]
  choice: Readonly<{ overlap: ImportOverlap; between: ImportBetween | null }>
  onOverlap: (overlap: ImportOverlap) => void
  onBetween: (between: ImportBetween) => void
}>) {
  const { text } = useText()
  const format = useFormat()
  const textOf = useFailureText()
  const { zone } = useCurrentPlant()
  const { data, error } = preview
  if (error || !data)
    return (
      <section className={styles.importPreview}>
        {error ? <Notice tone="fault">{textOf(error)}</Notice> : <Skeleton height={120} />}
      </section>
    )
  /** Which file a sentence is about. */
  const nameOf = (file: number) => names.length > 1 && <b className={styles.importName}>{names[file]}</b>
  const flows = importFlows.filter((flow) => flow in data.totalsWh)
  const shown = data.days.slice(-SHOWN_DAYS)
  return (
    <section className={styles.importPreview} aria-label={text('imports.preview')} aria-busy={preview.isFetching}>
      <h3>{text('imports.preview')}</h3>
      <p>
        {data.fromMs === null || data.toMs === null
          ? text('imports.preview.nothing')
          : text('imports.preview.adds', {
              days: data.dayCount,
              from: format.moment(data.fromMs, zone),
              to: format.moment(data.toMs, zone),
              step: format.duration(data.stepMs),
            })}
      </p>
      <dl className={styles.importTotals}>
        {flows.map((flow) => (
          <div key={flow}>
            <dt>{text(`imports.flow.${flow}`)}</dt>
            <dd>{format.energyWh(data.totalsWh[flow] ?? null).text}</dd>
          </div>
        ))}
      </dl>
      {data.conflictDays > 0 && (
        <Notice tone={choice.between === null ? 'warn' : 'info'}>
          <SelectField
            label={text('imports.between', { days: data.conflictDays })}
            value={choice.between ?? ''}
            onChange={(value) => value !== '' && onBetween(value)}
            options={[
              ...(choice.between === null ? [{ value: '' as const, label: text('imports.question.choose') }] : []),
              ...betweens.map((value) => ({ value, label: text(`imports.between.${value}`) })),
            ]}
          />
        </Notice>
      )}
      {data.twiceRows > 0 && <p className="muted">{text('imports.twice', { rows: format.count(data.twiceRows) })}</p>}
      {flows.map((flow) =>
        (data.refusedWh[flow] ?? 0) > LEAST_REFUSED_WH ? (
          <Notice key={flow} tone="warn">
            {text('imports.refused', {
              flow: text(`imports.flow.${flow}`),
              energy: format.energyWh(data.refusedWh[flow] ?? null).text,
            })}
          </Notice>
        ) : null,
      )}
      {[...names.keys()].map((file) => {
        const unread = data.unread.filter((rows) => rows.file === file)
        const odd = data.leftOutValues.filter((values) => values.file === file)
        if (unread.length + odd.length === 0) return null
        const isUsual = odd.length === 0 && unread.every(({ reason }) => reason === 'noValue' || reason === 'other')
        return (
          <Notice key={file} tone={isUsual ? 'info' : 'warn'}>
            {nameOf(file)}
            {unread.map(({ reason, count, line }) => (
              <p key={reason}>{text(`imports.unread.${reason}`, { rows: count, line })}</p>
            ))}
            {odd.map((item) => (
              <p key={item.column}>{text('imports.leftOut', item)}</p>
            ))}
          </Notice>
        )
      })}
      {data.sharedDays > 0 && (
        <>
          <SelectField
            label={text('imports.overlap', { days: data.sharedDays })}
            value={choice.overlap}
            onChange={onOverlap}
            options={overlaps.map((value) => ({ value, label: text(`imports.overlap.${value}`) }))}
          />
          <DifferencesPart preview={data} />
        </>
      )}
      <SkyPart preview={data} />
      <MonthsPart months={data.months} />
      {shown.length > 0 && (
        <details>
          <summary>{text('imports.byDay')}</summary>
          {shown.length < data.dayCount && (
            <p className="muted">{text('imports.days', { shown: shown.length, days: data.dayCount })}</p>
          )}
          <div className={styles.importScroll}>
            <table className={styles.importDays}>
              <thead>
                <tr>
                  <th scope="col">{text('imports.day')}</th>
                  {flows.map((flow) => (
                    <th key={flow} scope="col">
                      {text(`imports.flow.${flow}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {shown.map(({ date, energiesWh }) => (
                  <tr key={date}>
                    <th scope="row">{format.date(date)}</th>
                    {flows.map((flow) => (
                      <td key={flow}>{format.energyWh(energiesWh[flow] ?? null).text}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </section>
  )
}
