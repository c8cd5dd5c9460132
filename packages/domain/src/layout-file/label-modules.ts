import type { Point } from '../photo-grid/plane-geometry.ts'
import { serialOfCode } from '../photo-grid/serial-of-code.ts'
import type { DrawnModule } from './drawn-module.ts'
import { MOST_MODULES_OF_DEVICE } from './file-grid.ts'
import type { DrawnText } from './read-dxf.ts'

type Label = Readonly<{ serial: string; at: Point }>
/** Texts stand beside their modules all in one way; so far from it, in parts of the shorter side, another one is meant. */
const SAME_PLACE = 0.15
const MOST_LABELS = 6_000

/**
 * The serial numbers of drawn modules: of the text inside each, or, where none stands inside, of the text that lies
 * beside every module in the same way. What stands on many modules is the name of a model.
 * @returns with serial numbers that belong to no module
 */
export function labelModules(
  modules: readonly DrawnModule[],
  texts: readonly DrawnText[],
): Readonly<{ serials: ReadonlyMap<DrawnModule, string>; beside: readonly string[] }> {
  const labels = dropModels(
    texts.flatMap(({ text, at }): Label[] => {
      const serial = serialOfCode(text)
      return serial !== undefined && /\d{3}/.test(serial) ? [{ serial, at }] : []
    }),
  )
  const inside = new Map<DrawnModule, Label>()
  for (const module of modules) {
    const label = labels.find(({ at }) => isInside(module, at))
    if (label) inside.set(module, label)
  }
  const found = inside.size > 0 ? inside : labelsBeside(modules, labels)
  const serials = new Map([...found].map(([module, { serial }]) => [module, serial]))
  const taken = new Set(serials.values())
  const lengths = new Set([...taken].map(({ length }) => length))
  // Other texts of a drawing have numbers, too: a serial number is as long as the others are.
  const others = labels.filter(({ serial }) => !taken.has(serial) && (lengths.size === 0 || lengths.has(serial.length)))
  return { serials, beside: [...new Set(others.map(({ serial }) => serial))] }
}

/** What stands on fewest modules first: the name of a model beside a serial number stands on more of them. */
function dropModels(labels: readonly Label[]): readonly Label[] {
  const counts = new Map<string, number>()
  for (const { serial } of labels) counts.set(serial, (counts.get(serial) ?? 0) + 1)
  const countOf = ({ serial }: Label): number => counts.get(serial) ?? 0
  return labels.filter((label) => countOf(label) <= MOST_MODULES_OF_DEVICE).sort((a, b) => countOf(a) - countOf(b))
}

/** Where a point lies from the middle of a module, along its sides, in parts of the shorter one. */
function placeIn({ center, along, width, height }: DrawnModule, at: Point): Point {
  const d = { x: at.x - center.x, y: at.y - center.y }
  const unit = Math.min(width, height)
  return { x: (d.x * along.x + d.y * along.y) / unit, y: (d.y * along.x - d.x * along.y) / unit }
}

function isInside(module: DrawnModule, at: Point): boolean {
  const unit = Math.min(module.width, module.height)
  const { x, y } = placeIn(module, at)
  return Math.abs(x) <= module.width / unit / 2 && Math.abs(y) <= module.height / unit / 2
}

/** The place beside a module at which most modules have a text; none where two places are equally likely. */
function labelsBeside(modules: readonly DrawnModule[], labels: readonly Label[]): ReadonlyMap<DrawnModule, Label> {
  if (labels.length > MOST_LABELS) return new Map()
  const near: Readonly<{ module: DrawnModule; label: Label; at: Point }>[] = []
  for (const label of labels)
    for (const module of modules) {
      const at = placeIn(module, label.at)
      const unit = Math.min(module.width, module.height)
      const isNear = Math.abs(at.x) < module.width / unit / 2 + 0.5 && Math.abs(at.y) < module.height / unit / 2 + 0.5
      if (isNear) near.push({ module, label, at })
    }
  const isSame = (a: Point, b: Point): boolean => Math.hypot(a.x - b.x, a.y - b.y) < SAME_PLACE
  const places: { at: Point; serials: Set<string> }[] = []
  for (const { at, label } of near) {
    const known = places.find((place) => isSame(place.at, at))
    if (known) known.serials.add(label.serial)
    else if (places.length < 40) places.push({ at, serials: new Set([label.serial]) })
  }
  const [best, second] = places.sort((a, b) => b.serials.size - a.serials.size)
  if (best === undefined || best.serials.size < 2 || best.serials.size === second?.serials.size) return new Map()
  return new Map(near.flatMap(({ module, label, at }) => (isSame(best.at, at) ? [[module, label] as const] : [])))
}
