import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { calls } from '@heliograph/contract/calls.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { describe, expect, it } from 'vitest'
import { locateField } from './validate.ts'

const QUARTERS = ['platform', 'people', 'fleet', 'intake', 'insight', 'delivery', 'operator']
const source = fileURLToPath(new URL('..', import.meta.url))
/** A text that begins as the name of a request's part does. */
const REQUEST_PART = /['`](?:body|query|params)\.[\w$]/

const namesRequest = (text: string): boolean => text.split('\n').some((line) => REQUEST_PART.test(line))

describe('fields that a room refuses', () => {
  it('are named without the part of the request, which only http knows', () => {
    const files = QUARTERS.flatMap((quarter) =>
      readdirSync(join(source, quarter), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
        .map((name) => join(quarter, name)),
    )
    expect(files.length).toBeGreaterThan(500)
    expect(files.filter((name) => namesRequest(readFileSync(join(source, name), 'utf8')))).toEqual([])
    expect(namesRequest("throw new Refusal('PARAM_ERROR', { field: 'body.name' })")).toBe(true)
    expect(namesRequest("throw new Refusal('PARAM_ERROR', { field: 'name' })")).toBe(false)
  })

  const fieldOf = (error: unknown): unknown => (error instanceof Refusal ? error.detail?.field : error)
  const located = (field: string, parts: object) =>
    fieldOf(
      locateField(new Refusal('PARAM_ERROR', { field }), calls['POST /backyard-api-s/announcement/{id}'], {
        params: { id: 7 },
        query: {},
        body: {},
        ...parts,
      }),
    )

  it('get the part in which they stand', () => {
    expect(located('endTime', { body: { endTime: 1 } })).toBe('body.endTime')
    expect(located('texts.en', { body: { texts: {} } })).toBe('body.texts.en')
    expect(located('date', { query: { date: '2026' } })).toBe('query.date')
    expect(located('id', {})).toBe('params.id')
    expect(located('absent', {})).toBe('body.absent')
    expect(located('query.order.property', {})).toBe('query.order.property')
  })

  it('stand in the query of a call without a body', () => {
    const call = calls['GET /backyard-api-s/announcement']
    const error = locateField(new Refusal('PARAM_ERROR', { field: 'size' }), call, { params: {}, query: {}, body: {} })
    expect(fieldOf(error)).toBe('query.size')
  })

  it('leave what names no field as it is', () => {
    const call = calls['GET /backyard-api-s/announcement']
    const parts = { params: {}, query: {}, body: {} }
    const refusal = new Refusal('TOO_MANY', { most: 3 })
    expect(locateField(refusal, call, parts)).toBe(refusal)
    const bug = new TypeError('a bug')
    expect(locateField(bug, call, parts)).toBe(bug)
  })
})
