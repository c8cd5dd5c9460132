import { boxOfGroup, moduleBox } from '@heliograph/domain/module-layout/geometry.ts'
import {
  type LayoutGroup,
  type LayoutModule,
  type ModuleLayout,
  modulesByGroup,
} from '@heliograph/domain/module-layout/layout.ts'
import { type CSSProperties, memo, type ReactNode, type SVGProps, useMemo } from 'react'
import { cx } from '../../ui/class-names.ts'
import styles from './layout-canvas.module.css'
import type { ModuleLook } from './module-look.ts'
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
  /** For whoever does not see it. */
  label: string
  /** What is dragged lies over everything, in a layer of its own: the canvas is not painted anew while it moves. */
  overlay?: ReactNode
}> &
  Omit<SVGProps<SVGSVGElement>, 'ref'>

const units = (meters: number): number => Math.round(meters * UNITS)
const none: readonly LayoutModule[] = []

/** Groups and modules as they lie. Whoever uses it handles the events; `data-module` and `data-group` say on what. */
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
  return (
    <div className={styles.stack}>
      <svg
        {...rest}
        role="application"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys choose and move modules
        tabIndex={0}
        ref={frame.svg}
        viewBox={frame.viewBox}
        className={cx(styles.canvas, rest.className)}
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
            withLabels={
              withLabels && Math.min(group.moduleShortM, group.moduleLongM) * frame.pixelsPerM > LABEL_FROM_PX
            }
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
      </svg>
      {overlay}
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
    const [x, y, width, height] = [units(xM), units(yM), units(widthM), units(heightM)]
    const words = look?.mark ? `${look.mark} ${look.label}`.trim() : look?.label
    return (
      <g
        data-module={module.id}
        className={cx(styles.module, isSelected && styles.selected, look?.isDim && styles.dim)}
        data-look={look?.kind ?? 'plain'}
        style={look?.share === undefined ? undefined : ({ '--share': look.share.toFixed(3) } as CSSProperties)}
      >
        <rect x={x} y={y} width={width} height={height} rx={6} />
        {withLabel && words && (
          <text
            x={x + width / 2}
            y={y + height / 2}
            transform={
              group.rotationDeg ? `rotate(${-group.rotationDeg} ${x + width / 2} ${y + height / 2})` : undefined
            }
            fontSize={Math.min(34, (1.6 * Math.min(width, height)) / Math.max(3, words.length))}
          >
            {words}
          </text>
        )}
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
