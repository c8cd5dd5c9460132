import { type Dice, nasty, pick } from '../../testing/mutate.ts'
import type { JsonSchema } from '../open-api.ts'

/** Numbers that JSON can write and JavaScript cannot hold, and a key that means more than it says. */
const outlandish: readonly unknown[] = [
  '@@1e400@@',
  '@@-0@@',
  `@@${'1'.repeat(400)}@@`,
  { '@@proto@@': { isAdmin: true } },
]

/** A value that few people would send. */
export const drawHostile = (dice: Dice): unknown => (dice() < 0.1 ? pick(dice, outlandish) : nasty(dice))

/** A value of a schema, at and beyond its bounds now and then. */
export function drawValue(schema: JsonSchema, dice: Dice, depth = 0): unknown {
  if (depth > 8 || dice() < 0.04) return drawHostile(dice)
  const { enum: names, const: only, anyOf, oneOf, items, properties, additionalProperties } = schema
  const kinds = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined
  if (only !== undefined) return only
  if (Array.isArray(names)) return pick(dice, names)
  if (kinds !== undefined) return drawValue(pick(dice, kinds), dice, depth + 1)
  switch (Array.isArray(schema.type) ? pick(dice, schema.type) : schema.type) {
    case 'object': {
      const required = (schema.required ?? []) as readonly string[]
      const drawn = Object.entries((properties ?? {}) as Record<string, JsonSchema>)
        .filter(([name]) => dice() < (required.includes(name) ? 0.97 : 0.4))
        .map(([name, one]) => [name, drawValue(one, dice, depth + 1)])
      const isOpen = typeof additionalProperties === 'object' && additionalProperties !== null
      const more = isOpen
        ? [[writeJson(drawHostile(dice)).slice(0, 60), drawValue(additionalProperties as JsonSchema, dice, depth + 1)]]
        : []
      return Object.fromEntries([...drawn, ...more])
    }
    case 'array': {
      const most = Math.min(3, (schema.maxItems as number | undefined) ?? 3)
      const one = (items ?? {}) as JsonSchema
      return Array.from({ length: Math.floor(dice() * (most + 1)) }, () => drawValue(one, dice, depth + 1))
    }
    case 'integer':
    case 'number':
      return drawNumber(schema, dice)
    case 'boolean':
      return dice() < 0.5
    case 'null':
      return null
    case 'string':
      return drawText(schema, dice)
    default:
      return drawHostile(dice)
  }
}

function drawNumber({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema, dice: Dice): unknown {
  const bounds = [minimum, maximum, exclusiveMinimum, exclusiveMaximum].filter((item) => typeof item === 'number')
  const near = bounds.flatMap((bound) => [bound, bound - 1, bound + 1, bound - 1e-9, bound + 1e-9])
  return pick<unknown>(dice, [1, 2, 7, 1_780_000_000, ...near, drawHostile(dice)])
}

function drawText({ maxLength, minLength }: JsonSchema, dice: Dice): unknown {
  const lengths = [minLength, maxLength].filter((item) => typeof item === 'number' && item < 200_000) as number[]
  const near = lengths.flatMap((length) => ['x'.repeat(length), 'ü'.repeat(length + 1)])
  const days = ['2026-06-15', '2026-06', '2026', '2026-06-15T10:00:00Z', 'Europe/Berlin', 'EUR', 'a@example.org']
  return pick<unknown>(dice, [...days, 'plain', ...near, drawHostile(dice)])
}

/** JSON with what JavaScript itself never writes: numbers beyond its own, `__proto__` as a key. */
export function writeJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null'
  return text.replaceAll('"@@proto@@"', '"__proto__"').replace(/"@@([^"@]*)@@"/g, '$1')
}
