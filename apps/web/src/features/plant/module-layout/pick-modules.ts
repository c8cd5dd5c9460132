import { type Box, moduleCenter, type Point } from '@heliograph/domain/module-layout/geometry.ts'
import type { LayoutModule, ModuleLayout } from '@heliograph/domain/module-layout/layout.ts'

export type Direction = 'left' | 'right' | 'up' | 'down'
export const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}
const ways: Readonly<Record<Direction, Point>> = {
  left: { xM: -1, yM: 0 },
  right: { xM: 1, yM: 0 },
  up: { xM: 0, yM: -1 },
  down: { xM: 0, yM: 1 },
}
/** Distance aside counts more than distance ahead. */
const ASIDE = 2.5

type Placed = Readonly<{ module: LayoutModule; at: Point }>
function place({ groups, modules }: ModuleLayout): readonly Placed[] {
  const groupOf = new Map(groups.map((group) => [group.id, group]))
  return modules.flatMap((module) => {
    const group = groupOf.get(module.groupId)
    return group ? [{ module, at: moduleCenter(group, module) }] : []
  })
}

/** The next module in a direction as it is seen; the first one without a start; the start at the edge. */
export function nextModule(layout: ModuleLayout, fromId: number | undefined, direction: Direction): number | undefined {
  const placed = place(layout)
  const from = placed.find(({ module }) => module.id === fromId)
  if (from === undefined) return placed[0]?.module.id
  const way = ways[direction]
  let [best, least] = [fromId, Number.POSITIVE_INFINITY]
  for (const { module, at } of placed) {
    const [dx, dy] = [at.xM - from.at.xM, at.yM - from.at.yM]
    const ahead = dx * way.xM + dy * way.yM
    if (ahead < 0.05) continue
    const far = ahead + ASIDE * Math.abs(dx * way.yM + dy * way.xM)
    if (far < least) [best, least] = [module.id, far]
  }
  return best
}

/** The modules whose middle is within a box of the canvas. */
export const modulesWithin = (layout: ModuleLayout, { xM, yM, widthM, heightM }: Box): readonly number[] =>
  place(layout).flatMap(({ module, at }) =>
    at.xM >= xM && at.xM <= xM + widthM && at.yM >= yM && at.yM <= yM + heightM ? [module.id] : [],
  )
