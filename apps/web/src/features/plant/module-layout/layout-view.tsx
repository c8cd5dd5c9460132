import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { boxOfLayout } from '@heliograph/domain/module-layout/geometry.ts'
import { isOutlier } from '@heliograph/domain/module-layout/judge-modules.ts'
import { findGroup } from '@heliograph/domain/module-layout/layout.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { type KeyboardEvent, type PointerEvent, useCallback, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { deviceDetailPath } from '../../../address/paths.ts'
import { readOneOf, useUrlState } from '../../../address/url-state.ts'
import type { LayoutInfo } from '../../../api/module-layout.ts'
import { ChartTable } from '../../../charts/chart-table.tsx'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { ByPointer } from '../../../ui/by-pointer.tsx'
import { cx } from '../../../ui/class-names.ts'
import { DateField } from '../../../ui/date-field.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { useNow } from '../../../ui/now.ts'
import { StatusDot } from '../../../ui/status.tsx'
import { SegmentedLinks } from '../../../ui/tabs.tsx'
import { DayPlayer } from './day-player.tsx'
import { toFactsTable } from './facts-table.ts'
import { LayoutCanvas } from './layout-canvas.tsx'
import { LayoutLegend } from './layout-legend.tsx'
import styles from './layout-page.module.css'
import { ModuleCard } from './module-card.tsx'
import { type ModuleFact, needsLook, toFacts } from './module-facts.ts'
import { fullPowerOf, measures, toLooks } from './module-look.ts'
import { ModuleHover } from './module-tooltip.tsx'
import { directions, nextModule } from './pick-modules.ts'
import { useCanvasFrame } from './use-canvas-frame.ts'
import { useLayoutPhoto } from './use-layout-photo.ts'
import { useGroupName, usePlaceName } from './use-place-name.ts'
import { ZoomButtons } from './zoom-buttons.tsx'

/** The first line: whether a module stands out. */
function LayoutAnswer({
  facts,
  needsCheck,
  failed,
}: Readonly<{ facts: readonly ModuleFact[]; needsCheck: (fact: ModuleFact) => boolean; failed: boolean }>) {
  const { text, rich } = useText()
  const format = useFormat()
  const count = (is: (fact: ModuleFact) => boolean): number => facts.filter(is).length
  const [dead, weak] = [count(({ verdict }) => verdict === 'dead'), count(({ verdict }) => verdict === 'weak')]
  const judged = count(({ relative }) => relative !== null)
  const unmeasured = count(({ state }) => state === 'none' || state === 'unseen')
  const look = count(needsCheck)
  const silent = count((fact) => needsCheck(fact) && fact.verdict === 'unknown')
  const key = look > 0 ? 'look' : judged === 0 ? 'quiet' : 'well'
  return (
    <p className={cx('answer', styles.answer)}>
      <StatusDot status={dead > 0 ? 'fault' : look > 0 ? 'late' : judged === 0 ? 'asleep' : 'well'} size={13} />
      <span>
        {rich(`module-layout.answer.${key}`, {
          count: look,
          total: facts.length,
          dead,
          weak,
          silent,
          shown: format.count(facts.length),
        })}
        {unmeasured > 0 && <> {text('module-layout.answer.unmeasured', { count: unmeasured })}</>}
        {failed && <span className={styles.old}> {text('module-layout.old')}</span>}
      </span>
    </p>
  )
}

/** Output of the modules, now or at any time of a day. @param date of that day; undefined: now */
export function LayoutView({
  info,
  failed,
  date,
}: Readonly<{ info: LayoutInfo; failed: boolean; date: string | undefined }>) {
  const { text } = useText()
  const format = useFormat()
  const { zone } = useCurrentPlant()
  const { params, linkTo, change } = useUrlState()
  const navigate = useNavigate()
  const groupName = useGroupName()
  const placeName = usePlaceName()
  const today = localDate(useNow(MINUTE_MS), zone)
  // A device's present state says nothing about an earlier day.
  const isPast = date !== undefined && date !== today
  const shown = isPast ? measures.filter((item) => item !== 'state') : measures
  const measure = readOneOf(params, 'show', shown) ?? 'energy'
  const needsCheck = useCallback((fact: ModuleFact) => (isPast ? isOutlier(fact.verdict) : needsLook(fact)), [isPast])
  const onlyOutliers = params.get('only') === 'outliers'
  const asTable = params.get('as') === 'table'
  const { layout, stepsMs, series } = info
  const [wantedStep, setStep] = useState<number>()
  const step = Math.max(0, Math.min(wantedStep ?? stepsMs.length - 1, stepsMs.length - 1))
  const [openId, setOpen] = useState<number>()

  const facts = useMemo(() => toFacts(info, step), [info, step])
  const fullW = useMemo(() => fullPowerOf([...series.values()].map(({ powersW }) => powersW)), [series])
  const isPlayed = date !== undefined
  const looks = useMemo(
    () => toLooks(facts, measure, format, (fact) => !onlyOutliers || needsCheck(fact), isPlayed ? fullW : undefined),
    [facts, measure, format, onlyOutliers, needsCheck, isPlayed, fullW],
  )
  const full =
    measure === 'power'
      ? isPlayed
        ? fullW
        : facts.reduce((most, { powerW }) => Math.max(most, powerW ?? 0), 20)
      : facts.reduce((most, { energyWh }) => Math.max(most, energyWh ?? 0), 50)
  const box = useMemo(() => boxOfLayout(layout), [layout])
  const frame = useCanvasFrame(box)
  const photo = useLayoutPhoto(layout.photo)
  const selected = useMemo(() => new Set(openId === undefined ? [] : [openId]), [openId])
  const open = facts.find(({ module }) => module.id === openId)
  const groupOf = ({ module }: ModuleFact) => findGroup(layout, module.groupId)

  const onPointerDown = useCallback(
    (event: PointerEvent<SVGSVGElement>): void => {
      if (event.button !== 0) return
      const hit = (event.target as Element).closest('[data-module]')?.getAttribute('data-module')
      if (hit) setOpen(Number(hit))
      frame.pan(event)
    },
    [frame.pan],
  )
  const onKeyDown = (event: KeyboardEvent): void => {
    const direction = directions[event.key]
    if (direction) setOpen(nextModule(layout, openId, direction))
    else if (event.key === 'Enter' && open?.device) void navigate(deviceDetailPath(open.device.deviceId))
    else if (event.key === 'Escape') setOpen(undefined)
    else if (event.key === '+') frame.zoom(0.8)
    else if (event.key === '-') frame.zoom(1.25)
    else if (event.key === '0') frame.fit()
    else return
    event.preventDefault()
  }
  return (
    <>
      <LayoutAnswer facts={facts} needsCheck={needsCheck} failed={failed} />
      <div className={styles.tools}>
        <SegmentedLinks
          label={text('module-layout.show')}
          places={shown.map((item) => ({
            key: item,
            to: linkTo({ show: item }),
            label: text(`module-layout.show.${item}`),
            current: item === measure,
          }))}
        />
        <SegmentedLinks
          label={text('module-layout.when')}
          places={[
            { key: 'now', to: linkTo({ date: null, at: 'now' }), label: text('module-layout.now'), current: !isPlayed },
            {
              key: 'day',
              to: linkTo({ date: date ?? today, at: null }),
              label: text('module-layout.day'),
              current: isPlayed,
            },
          ]}
        />
        <Checkbox
          label={text('module-layout.onlyOutliers')}
          checked={onlyOutliers}
          onChange={(checked) => change({ only: checked ? 'outliers' : null }, { replace: true })}
        />
        <Button
          size="s"
          kind="quiet"
          icon={asTable ? 'grid' : 'table'}
          aria-pressed={asTable}
          onClick={() => change({ as: asTable ? null : 'table' }, { replace: true })}
        >
          {text(asTable ? 'module-layout.asPlan' : 'module-layout.asTable')}
        </Button>
      </div>
      {isPlayed && (
        <div className={styles.playing}>
          <DateField
            label={text('module-layout.day')}
            value={date}
            max={today}
            onChange={(day) => {
              setStep(undefined)
              change({ date: day || today, at: null }, { replace: true })
            }}
          />
          {stepsMs.length > 1 ? (
            <DayPlayer stepsMs={stepsMs} step={step} zone={zone} onStep={setStep} />
          ) : (
            <p className="muted">{text('module-layout.noDay')}</p>
          )}
        </div>
      )}
      {asTable ? (
        <ChartTable
          label={text('module-layout.title')}
          data={toFactsTable(onlyOutliers ? facts.filter(needsCheck) : facts, layout.groups, text, placeName)}
        />
      ) : (
        <div className={styles.stage}>
          <div className={styles.picture}>
            <LayoutCanvas
              layout={layout}
              frame={frame}
              looks={looks}
              selected={selected}
              photo={photo}
              withLabels
              nameOf={groupName}
              label={text('module-layout.canvas', { count: layout.modules.length })}
              onPointerDown={onPointerDown}
              onKeyDown={onKeyDown}
              overlay={<ModuleHover svg={frame.svg} facts={facts} groupOf={groupOf} />}
              onDoubleClick={() => open?.device && void navigate(deviceDetailPath(open.device.deviceId))}
            />
            <ZoomButtons frame={frame} />
            <LayoutLegend measure={measure} full={full} />
          </div>
          {open ? (
            <ModuleCard fact={open} group={groupOf(open)} zone={zone} />
          ) : (
            <p className={cx('muted', styles.card)}>
              <ByPointer mouse={text('module-layout.pick')} touch={text('module-layout.pick.touch')} />
            </p>
          )}
        </div>
      )}
    </>
  )
}
