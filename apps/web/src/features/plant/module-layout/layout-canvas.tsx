import { boxOfGroup, moduleBox } from '@heliograph/domain/module-layout/geometry.ts'
import {
  type LayoutGroup,
  type LayoutModule,
  type ModuleLayout,
  modulesByGroup,
} from '@heliograph/domain/module-layout/layout.ts'
import { type CSSProperties, memo, type ReactNode, type SVGProps, type SyntheticEvent, useMemo, useState } from 'react'
import { cx } from '../../../ui/class-names.ts'
import styles from './layout-canvas.module.css'
import type { ModuleLook } from './module-look.ts'
import { SatellitePicture } from './satellite-picture.tsx'
import { toStringLines } from './string-lines.ts'
import { type CanvasFrame, UNITS } from './use-canvas-frame.ts'

/** Narrower modules have no room for a label. */
const LABEL_FROM_PX = 30

type Props = Readonly<{
  layout: ModuleLayout
  frame: CanvasFrame
  looks: ReadonlyMap<number, ModuleLook>
  selected: ReadonlySet<number>
  selectedGroup?: number | undefined
  withLabels: boolean
  photo: Readonly<{ address: string; ratio: number }> | undefined
  nameOf: (group: LayoutGroup) => string
  /** For screen readers. */
  label: string
  /** A dragged item lies over everything, in a layer of its own: the canvas is not painted anew while it moves. */
  overlay?: ReactNode
}> &
  Omit<SVGProps<SVGSVGElement>, 'ref'>

const units = (meters: number): number => Math.round(meters * UNITS)
const none: readonly LayoutModule[] = []
const hasRoom = ({ moduleShortM, moduleLongM }: LayoutGroup, { pixelsPerM }: CanvasFrame): boolean =>
  Math.min(moduleShortM, moduleLongM) * pixelsPerM > LABEL_FROM_PX
/** A line of a string runs through the module: its label is drawn above that. */
const isCrossed = ({ serial, string }: LayoutModule): boolean => serial === null && string !== null

/** Groups and modules as they lie. The parent handles the events; `data-module` and `data-group` name their target. */
export function LayoutCanvas({
  layout,
  frame,
  looks,
  selected,
  selectedGroup,
  withLabels,
  photo,
  nameOf,
  label,
  overlay,
  ...rest
}: Props) {
  const byGroup = useMemo(() => modulesByGroup(layout.modules), [layout.modules])
  const lines = useMemo(() => toStringLines(layout), [layout])
  const place = layout.photo
  const [isFocused, setFocused] = useState(false)
  // The canvas moves in the stack, and is cut by it: the stack draws its focus. A key makes that of a press visible.
  const noteFocus = ({ currentTarget }: SyntheticEvent): void => setFocused(currentTarget.matches(':focus-visible'))
  return (
    <div className={cx(styles.stack, isFocused && styles.stackFocused)}>
      <div ref={frame.plane} className={styles.plane}>
        {layout.satellite && <SatellitePicture place={layout.satellite} frame={frame} />}
        <svg
          {...rest}
          onFocus={noteFocus}
          onBlur={() => setFocused(false)}
          onKeyUp={noteFocus}
          role="application"
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys choose and move modules
          tabIndex={0}
          ref={frame.svg}
          viewBox={frame.viewBox}
          className={cx(styles.canvas, layout.satellite && styles.clear, rest.className)}
        >
          {photo && place && (
            <image
              href={photo.address}
              x={units(place.xM)}
              y={units(place.yM)}
              width={units(place.widthM)}
              height={units(place.widthM / photo.ratio)}
              opacity={place.opacity}
              preserveAspectRatio="none"
            />
          )}
          {layout.groups.map((group) => (
            <GroupShape
              key={group.id}
              group={group}
              modules={byGroup.get(group.id) ?? none}
              looks={looks}
              selected={selected}
              isSelected={selectedGroup === group.id}
              withLabels={withLabels && hasRoom(group, frame)}
              name={nameOf(group)}
              nameSize={15 / frame.pixelsPerM}
            />
          ))}
          {lines.map(({ key, points, number }) => (
            <polyline
              key={key}
              className={styles.string}
              style={{ '--string': `var(--chart-${(number % 10) + 1})` } as CSSProperties}
              points={points.map(({ xM, yM }) => `${units(xM)},${units(yM)}`).join(' ')}
            />
          ))}
          {withLabels &&
            layout.groups.map((group) => (
              <StringLabels
                key={group.id}
                group={group}
                modules={byGroup.get(group.id) ?? none}
                looks={looks}
                isRoomy={hasRoom(group, frame)}
              />
            ))}
        </svg>
        {overlay}
      </div>
    </div>
  )
}

type GroupProps = Readonly<{
  group: LayoutGroup
  modules: readonly LayoutModule[]
  looks: ReadonlyMap<number, ModuleLook>
  selected: ReadonlySet<number>
  isSelected: boolean
  withLabels: boolean
  name: string
  /** m */
  nameSize: number
}>

const GroupShape = memo(function GroupShape(props: GroupProps) {
  const { group, modules, looks, selected, isSelected, withLabels, name, nameSize } = props
  const box = boxOfGroup(group, modules)
  const room = 0.12
  return (
    <g
      data-shape={group.id}
      transform={`translate(${units(group.xM)} ${units(group.yM)}) rotate(${group.rotationDeg})`}
      className={cx(isSelected && styles.groupSelected)}
    >
      <rect
        className={styles.ground}
        data-group={group.id}
        x={units(box.xM - room)}
        y={units(box.yM - room)}
        width={units(box.widthM + 2 * room)}
        height={units(box.heightM + 2 * room)}
        rx={10}
      />
      <text
        className={styles.name}
        data-group={group.id}
        x={units(box.xM)}
        y={units(box.yM - room) - nameSize * UNITS * 0.4}
        fontSize={nameSize * UNITS}
      >
        {name}
      </text>
      {modules.map((module) => (
        <ModuleShape
          key={module.id}
          group={group}
          module={module}
          look={looks.get(module.id)}
          isSelected={selected.has(module.id)}
          withLabel={withLabels}
        />
      ))}
    </g>
  )
})

type ModuleProps = Readonly<{
  group: LayoutGroup
  module: LayoutModule
  look: ModuleLook | undefined
  isSelected: boolean
  withLabel: boolean
}>

const ModuleShape = memo(
  function ModuleShape({ group, module, look, isSelected, withLabel }: ModuleProps) {
    const { xM, yM, widthM, heightM } = moduleBox(group, module)
    return (
      <g
        data-module={module.id}
        className={cx(styles.module, isSelected && styles.selected, look?.isDim && styles.dim)}
        data-look={look?.kind ?? 'plain'}
        style={shareOf(look)}
      >
        <rect x={units(xM)} y={units(yM)} width={units(widthM)} height={units(heightM)} rx={6} />
        {withLabel && !isCrossed(module) && <ModuleLabel group={group} module={module} look={look} />}
      </g>
    )
  },
  (before, after) =>
    before.module === after.module &&
    before.group === after.group &&
    before.isSelected === after.isSelected &&
    before.withLabel === after.withLabel &&
    before.look?.label === after.look?.label &&
    before.look?.kind === after.look?.kind &&
    before.look?.mark === after.look?.mark &&
    before.look?.isDim === after.look?.isDim &&
    before.look?.share === after.look?.share,
)

const shareOf = (look: ModuleLook | undefined): CSSProperties | undefined =>
  look?.share === undefined ? undefined : ({ '--share': look.share.toFixed(3) } as CSSProperties)

/** The words of a module, upright however its group is turned. */
function ModuleLabel({ group, module, look }: Pick<ModuleProps, 'group' | 'module' | 'look'>) {
  const words = look?.mark ? `${look.mark} ${look.label}`.trim() : look?.label
  if (!words) return null
  const { xM, yM, widthM, heightM } = moduleBox(group, module)
  const [x, y] = [units(xM + widthM / 2), units(yM + heightM / 2)]
  return (
    <text
      x={x}
      y={y}
      transform={group.rotationDeg ? `rotate(${-group.rotationDeg} ${x} ${y})` : undefined}
      fontSize={Math.min(32, (1.4 * units(Math.min(widthM, heightM))) / Math.max(3, words.length))}
    >
      {words}
    </text>
  )
}

type StringLabelProps = Pick<GroupProps, 'group' | 'modules' | 'looks'> & Readonly<{ isRoomy: boolean }>

/** The labels of modules that a string's line crosses, above the line and with a halo in the module's color. */
const StringLabels = memo(function StringLabels({ group, modules, looks, isRoomy }: StringLabelProps) {
  const crossed = isRoomy ? modules.filter(isCrossed) : none
  if (crossed.length === 0) return null
  return (
    <g transform={`translate(${units(group.xM)} ${units(group.yM)}) rotate(${group.rotationDeg})`}>
      {crossed.map((module) => {
        const look = looks.get(module.id)
        return (
          <g
            key={module.id}
            className={cx(styles.module, styles.above, look?.isDim && styles.dim)}
            data-look={look?.kind ?? 'plain'}
            style={shareOf(look)}
          >
            <ModuleLabel group={group} module={module} look={look} />
          </g>
        )
      })}
    </g>
  )
})
