import type { Needs, RegisterItem, RegisterMap } from './register-map.ts'

/** The known form of a device: variant, number of its parts, tags of its model. */
export type DeviceForm = Readonly<{
  variant?: number
  mppt?: number
  phases?: number
  packs?: number
  strings?: number
  tags?: readonly string[]
}>

/** Parts of a device that does not say how many it has. Battery packs stay hidden until their number is known. */
const usualParts = { mppt: 4, phases: 3, packs: 0, strings: 1 } as const

/** The items that a device of this form has, each as the form has it. */
export function resolveItems(map: Pick<RegisterMap, 'items'>, form: DeviceForm): readonly RegisterItem[] {
  return map.items.flatMap((item) => {
    const own = patch(item, form.variant ?? 0)
    if (!own || !hasParts(own.needs, form)) return []
    if (own.models !== undefined && form.tags && !matchesTags(own.models, form.tags)) return []
    if (own.computed === undefined) return own.registers.length > 0 ? [own] : []
    const computed = own.computed.filter(({ needs }) => hasParts(needs, form))
    return computed.length > 0 ? [{ ...own, computed }] : []
  })
}

/** Whether a device has as many parts as an item needs. */
export const hasParts = (needs: Needs | undefined, form: DeviceForm): boolean =>
  (['mppt', 'phases', 'packs', 'strings'] as const).every(
    (part) => (needs?.[part] ?? 0) <= (form[part] ?? usualParts[part]),
  )

/** The item as one form of the family has it; an index past the end uses the last one. */
function patch(item: RegisterItem, variant: number): RegisterItem | undefined {
  const { variants, ...plain } = item
  const own = variants?.[Math.min(variant, variants.length - 1)]
  if (!own) return plain
  if (own.absent === true) return undefined
  const merged: Record<string, unknown> = { ...plain, ...own }
  for (const [key, value] of Object.entries(own)) if (value === null) delete merged[key]
  return merged as RegisterItem
}

/** Whether tags satisfy an expression of `|`, `&`, `!` and brackets. A malformed one is satisfied by nothing. */
export function matchesTags(expression: string, tags: readonly string[]): boolean {
  const tokens = expression.match(/[|&!()]|[^|&!()\s]+/g) ?? []
  let at = 0
  const either = (): boolean => {
    let value = both()
    while (tokens[at] === '|') {
      at++
      const right = both()
      value ||= right
    }
    return value
  }
  const both = (): boolean => {
    let value = one()
    while (tokens[at] === '&') {
      at++
      const right = one()
      value &&= right
    }
    return value
  }
  const one = (): boolean => {
    const token = tokens[at++]
    if (token === '!') return !one()
    if (token === '(') {
      const value = either()
      if (tokens[at++] !== ')') at = tokens.length + 1
      return value
    }
    if (token === undefined || /[|&)]/.test(token)) {
      at = tokens.length + 1
      return false
    }
    return tags.includes(token)
  }
  const value = either()
  return at === tokens.length && value
}
