import { hideableCodes } from '@heliograph/domain/brand/brand-parts.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { namedEndpoints } from './calls.ts'
import { costOf, scopeOf } from './endpoint.ts'

const entries = namedEndpoints
const namesOf = (rows: typeof entries): readonly string[] => rows.map(([name]) => name)

/** Names of the fields of a body, of each of its variants. */
function fieldsOf(schema: unknown): readonly string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape as object)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(fieldsOf)
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in)
  return []
}

/** Where a feature has all calls of an address, but for these: ending what one has, the operator's side, what is public. */
const homes: readonly (readonly [feature: string, address: RegExp, except: RegExp])[] = [
  ['message', /\/message-s\//, /unsubscribe/],
  ['deviceLayout', /\/maintain-s\/station\/layout\//, /^$/],
  ['largeScreen', /\/maintain-s\/operating\/station\/screen\//, /^$/],
  ['suggestion', /\/backyard-api-s\/suggestion/, /\/manage|\/\{id\}\/(?:reply|state)/],
  ['dataExport', /\/maintain-s\/station\/(?:\{id\}\/)?report\//, /^DELETE |report\/(?:offer|shared|signed)/],
  ['accountExport', /\/user-s\/acc\/export/, /^$/],
  ['onlineInstructions', /GET \/backyard-api-s\/document\//, /^$/],
]

describe('the facts of a call', () => {
  it.each(homes)('%s has all calls of its address', (feature, address, except) => {
    const own = entries.filter(([name]) => address.test(name))
    expect(own.length).toBeGreaterThan(0)
    const open = own.filter(([, { features = [] }]) => !features.some((code) => code === feature))
    expect(namesOf(open).filter((name) => !except.test(name))).toEqual([])
  })

  it('name features that a brand can hide, each once', () => {
    for (const [name, { features = [] }] of entries) {
      expect([name, features.filter((code) => !hideableCodes.includes(code))]).toEqual([name, []])
      expect([name, new Set(features).size]).toEqual([name, features.length])
    }
  })

  it('leave the ways to sign in, to leave and to run the server to no feature', () => {
    const free = entries.filter(([name]) =>
      /\/oauth2-s\/oauth\/|\/oem\/|unsubscribe|\/manage$|\/leave$|login-user|announcement$|report\/shared/.test(name),
    )
    expect(free.length).toBeGreaterThan(20)
    expect(namesOf(free.filter(([, { features }]) => features !== undefined))).toEqual([])
  })

  it('open at a suspended brand only what nobody has signed in for', () => {
    const open = entries.filter(([, { opensSuspended }]) => opensSuspended)
    expect(namesOf(open.filter(([name, { right }]) => right.kind !== 'public' && !/\/oauth2-s\//.test(name)))).toEqual(
      [],
    )
    const signIn = entries.filter(([name]) => /\/oauth2-s\//.test(name))
    expect(namesOf(signIn.filter(([, { opensSuspended }]) => !opensSuspended))).toEqual([])
  })

  it('seal each body with a credential, and no other', () => {
    const secrets = new Set(['password', 'proof', 'code', 'mergeInto', 'humanCheck'])
    // Between servers, and the code by which an organization is found.
    const plain = /\/transfer\/|addRelated\/business$/
    const withSecret = entries.filter(
      ([name, { body }]) => !plain.test(name) && fieldsOf(body).some((key) => secrets.has(key)),
    )
    expect(namesOf(entries.filter(([, { sealed }]) => sealed))).toEqual(namesOf(withSecret))
  })

  it('give no scope to a call that nobody signs in for, and every call a cost', () => {
    for (const [name, entry] of entries) {
      const { right } = entry
      expect(costOf(name.split(' ')[0] ?? '', entry)).toBeGreaterThanOrEqual(1)
      if (right.kind === 'public' || right.kind === 'peer' || right.kind === 'agent')
        expect([name, scopeOf(name.split(' ')[0] ?? '', entry)]).toEqual([name, undefined])
    }
  })
})
