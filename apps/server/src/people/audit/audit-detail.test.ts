import { namedEndpoints } from '@heliograph/contract/calls.ts'
import { type Endpoint, isWrite } from '@heliograph/contract/endpoint.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { toDetail } from './audit-detail.ts'

const writes = namedEndpoints.filter(([name, entry]) => isWrite(name.split(' ')[0] ?? '', entry))
/** All top-level names under which a request may carry values. */
function namesOf({ params, query, body }: Endpoint): readonly string[] {
  const schemas = [params, query, body].filter((schema) => schema !== undefined)
  const found = schemas.flatMap((schema) => {
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
    return [json, ...(json.anyOf ?? []), ...(json.oneOf ?? [])].flatMap(({ properties = {} }) =>
      Object.keys(properties),
    )
  })
  return [...new Set(found)]
}
type JsonSchema = { properties?: Record<string, unknown>; anyOf?: JsonSchema[]; oneOf?: JsonSchema[] }

describe('the detail of an audit row', () => {
  it.each(writes.map(([name, entry]) => [name, entry] as const))(
    '%s: holds no secret that was typed',
    async (name, entry) => {
      const names = namesOf(entry)
      const typed = Object.fromEntries(names.map((text) => [text, 'Walrus-27-tusks']))
      const told = Object.entries(toDetail(typed)).filter(([, value]) => value !== true)
      const secret =
        /pass|token|code|secret|proof|challenge|phrase|mail|phone|contact|account|name|response|check|state|key/i
      expect([name, told.map(([one]) => one).filter((text) => secret.test(text))]).toEqual([name, []])
      for (const text of names) expect(toDetail(typed)).toHaveProperty([text])
    },
  )

  it('knows the parameters of each call', () => {
    expect(writes.length).toBeGreaterThan(40)
    const all = new Set(writes.flatMap(([, entry]) => namesOf(entry)))
    for (const name of ['password', 'email', 'role', 'rights', 'expiresAt', 'authOpen', 'username', 'code', 'proof'])
      expect(all).toContain(name)
  })

  it('is bounded in size and holds only catalog words and numbers', () => {
    expect(
      toDetail({
        role: 'admin',
        rights: ['editPlant', 'setPlant'],
        userId: 7,
        authOpen: '1',
        expiresAt: null,
        registerItems: [{ deviceSn: '1700000001', note: 'x'.repeat(999) }, { deviceSn: '1700000002' }],
        email: 'a@example.org',
        name: 'Lindenhof',
      }),
    ).toEqual({
      role: 'admin',
      rights: 'editPlant, setPlant',
      userId: 7,
      authOpen: '1',
      expiresAt: null,
      registerItems: '1700000001, 1700000002',
      email: true,
      name: true,
    })
    for (const value of [
      'a sentence',
      'a@example.org',
      'x'.repeat(61),
      'line\nbreak',
      '<b>',
      { a: 'b' },
      ['two words'],
      Number.NaN,
    ])
      expect(toDetail({ role: value })).toEqual({ role: true })
    const many = toDetail({ rights: Array.from({ length: 999 }, () => 'editPlant') })
    expect(String(many.rights).length).toBeLessThanOrEqual(200)
    const wide = toDetail(Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, 'x'])))
    expect(Object.keys(wide)).toHaveLength(40)
    expect(toDetail({ 'a b': 1, ['x'.repeat(50)]: 1, '<b>': 1 })).toEqual({})
  })
})
