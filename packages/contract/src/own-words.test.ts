/** Calls of our own speak our words. What the specification defines has one form in all calls, so it may stand in them. */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { calls, namedEndpoints } from './calls.ts'
import type { Endpoint } from './endpoint.ts'
import specified from './specified-calls.json' with { type: 'json' }

/** Names that are the specification's alone, in any call. */
const dialect =
  /[Ss]tation|[Cc]ollector|[Gg]ateway|^sn$|[a-z]Sn$|^lan$|timeZone|timezone|[a-z](Soc|Value)$|[a-z]Time$|storageName|orgValue|installed|regionNation|location(Lat|Lng|Address)|(generation|use|buy|grid|wire|charge|discharge|battery)Power$/

/** Calls that clients of others make by these words although the specification has them not: they keep them. */
const known = [
  // The platform that the specification describes answers it in these words.
  'POST /device-s/device/v3/detail',
  // A captured post, replaced-by-used-inverter.json.
  'POST /maintain-s/power/system/{id}/device/replace',
]

type Def = Readonly<Record<string, unknown>>
const defOf = (schema: z.ZodType): Def => (schema as unknown as Readonly<{ _zod: Readonly<{ def: Def }> }>)._zod.def

/** Names of fields below a schema, without those of the schemas in `known`. Each schema that is met is added to `met`. */
function namesIn(schema: z.ZodType, known: ReadonlySet<unknown>, met: Set<unknown> = new Set()): readonly string[] {
  if (known.has(schema) || met.has(schema)) return []
  met.add(schema)
  const def = defOf(schema)
  const inner = ['element', 'innerType', 'valueType', 'in', 'out', 'left', 'right'].flatMap((part) => def[part] ?? [])
  const below = [...inner, ...((def.options as unknown[] | undefined) ?? [])] as z.ZodType[]
  const fields = Object.entries((def.shape as Readonly<Record<string, z.ZodType>> | undefined) ?? {})
  return [
    ...below.flatMap((child) => namesIn(child, known, met)),
    ...fields.flatMap(([name, child]) => [name, ...namesIn(child, known, met)]),
  ]
}

const partsOf = ({ query, body, reply }: Endpoint): readonly z.ZodType[] =>
  [query, body, reply].flatMap((schema) => schema ?? [])

const entries = namedEndpoints
const isSpecified = (name: string): boolean => Object.hasOwn(specified, name)
const shared = new Set<unknown>()
for (const [name, entry] of entries)
  if (isSpecified(name)) for (const schema of partsOf(entry)) namesIn(schema, new Set(), shared)

const foreignIn = (entry: Endpoint): readonly string[] => [
  ...new Set(partsOf(entry).flatMap((schema) => namesIn(schema, shared).filter((name) => dialect.test(name)))),
]

describe('calls of our own', () => {
  it('carry no words of the specification', () => {
    const own = entries.filter(([name, entry]) => !isSpecified(name) && foreignIn(entry).length > 0)
    expect(own.map(([name]) => name).sort()).toEqual(known)
  })

  it('would be found in any part of a call', () => {
    const inner = z.object({ deviceSn: z.string() })
    const call = { summary: '', right: { kind: 'user' }, reply: z.object({ rows: z.array(inner.nullable()) }) } as const
    expect(foreignIn(call)).toEqual(['deviceSn'])
    expect(foreignIn({ ...call, reply: z.unknown(), body: inner.partial().optional() })).toEqual(['deviceSn'])
    expect(foreignIn({ ...call, reply: calls['GET /maintain-s/station/{id}'].reply })).toEqual([])
  })
})
