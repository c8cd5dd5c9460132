import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FaultyLine, type LinePoint, LONGEST_LINE, parseLines } from './parse.ts'

const parse = (text: string, precision = 'ns') => [...parseLines(text, precision)]
const point = (text: string, precision = 'ns') => parse(text, precision)[0] as LinePoint
const fieldsOf = (text: string) => Object.fromEntries(point(text).fields.map(({ name, value }) => [name, value]))

describe('a line of the line protocol', () => {
  it('has a measurement, tags in order, fields and an instant', () => {
    expect(parse('inverter,serial=A1,house=home power=2345.5,total=12i 1718445600123456789')).toEqual([
      {
        line: 1,
        measurement: 'inverter',
        tags: [
          ['house', 'home'],
          ['serial', 'A1'],
        ],
        fields: [
          { name: 'power', value: 2345.5 },
          { name: 'total', value: 12 },
        ],
        atMs: 1_718_445_600_123,
      },
    ])
  })

  it.each([
    ['ns', '1718445600123456789', 1_718_445_600_123],
    ['us', '1718445600123456', 1_718_445_600_123],
    ['ms', '1718445600123', 1_718_445_600_123],
    ['s', '1718445600', 1_718_445_600_000],
    ['n', '1718445600123456789', 1_718_445_600_123],
    ['u', '1718445600123456', 1_718_445_600_123],
    ['m', '28640760', 1_718_445_600_000],
    ['h', '477346', 1_718_445_600_000],
    ['s', '-1', -1_000],
  ])('has its instant in the precision %s', (precision, stamp, atMs) => {
    expect(point(`a b=1 ${stamp}`, precision).atMs).toBe(atMs)
  })

  it('has fields of each type', () => {
    const text = String.raw`m f=1,g=-1.5e3,h=+.5,i=7i,j=-7i,u=9u,s="a \"b\", c=d \\ e",t=true,T=T,n=F,big=9007199254740991u`
    expect(fieldsOf(text)).toEqual({
      f: 1,
      g: -1500,
      h: 0.5,
      i: 7,
      j: -7,
      u: 9,
      s: String.raw`a "b", c=d \ e`,
      t: true,
      T: true,
      n: false,
      big: 9007199254740991,
    })
  })

  it('has escaped marks in its names, and other backslashes as they are', () => {
    const found = point(String.raw`my\ meter\,1,tag\=a=b\ c\,d,path=C:\\x field\ one=1`)
    expect([found.measurement, found.tags, found.fields[0]?.name]).toEqual([
      'my meter,1',
      [
        ['path', String.raw`C:\\x`],
        ['tag=a', 'b c,d'],
      ],
      'field one',
    ])
  })

  it('has an escaped space behind a backslash, and integers of 64 bits', () => {
    expect(point(String.raw`cpu,host=two\\ words,path=C:\x v=1`).tags).toEqual([
      ['host', String.raw`two\ words`],
      ['path', String.raw`C:\x`],
    ])
    const values = ['9223372036854775808i', '-9223372036854775809i', '18446744073709551616u', '-1u']
    expect(values.map((value) => parse(`cpu v=${value}`)[0])).toEqual(
      values.map(() => ({ line: 1, fault: 'fieldValue' })),
    )
    expect(fieldsOf('cpu a=9223372036854775807i,b=18446744073709551615u')).toEqual({ a: 2 ** 63, b: 2 ** 64 })
  })

  it('may hold line feeds in its strings, and the next line keeps its number', () => {
    expect(parse('a s="one\ntwo" 1\nb x=1 1000000\n').map(({ line }) => line)).toEqual([1, 3])
  })

  it('may follow comments and empty lines, and end with a carriage return', () => {
    expect(parse('# "quoted\n\n  a x=1\r\n#b\nc y=2').map((found) => (found as LinePoint).measurement)).toEqual([
      'a',
      'c',
    ])
  })

  it('with a quote in its tags has no string there', () => {
    expect(parse('a,b=5" x=1\nc y=2').map((found) => (found as LinePoint).tags)).toEqual([[['b', '5"']], []])
  })

  it.each([
    ['', ''],
    [',a=b x=1', 'measurement'],
    ['a,b x=1', 'tags'],
    ['a,b= x=1', 'tags'],
    ['a,=b x=1', 'tags'],
    ['a, x=1', 'tags'],
    ['a,b=1,b=2 x=1', 'repeatedTag'],
    ['a', 'fields'],
    ['a ', 'fields'],
    ['a x', 'fields'],
    ['a x=1, 5', 'fields'],
    ['a =1', 'fields'],
    ['a x=', 'fieldValue'],
    ['a x=NaN', 'fieldValue'],
    ['a x=1e999', 'fieldValue'],
    ['a x=0x10', 'fieldValue'],
    ['a x=-1u', 'fieldValue'],
    ['a x=1.5i', 'fieldValue'],
    ['a x="open', 'fieldValue'],
    ['a x=1 5s', 'timestamp'],
    ['a x=1 1 2', 'timestamp'],
    ['a x=1 99999999999999999999999999999', 'timestamp'],
    [`a x="${'y'.repeat(LONGEST_LINE)}"`, 'lineTooLong'],
    [`a ${Array.from({ length: 300 }, (_, n) => `x${n}=1`).join(',')}`, 'tooManyParts'],
  ])('%j has the fault %j, and the line below it is read', (text, fault) => {
    const found = parse(`${text}\nok x=1`)
    expect(found.filter((item): item is FaultyLine => 'fault' in item)).toEqual(
      fault === '' ? [] : [{ line: 1, fault }],
    )
    expect(found.at(-1)).toMatchObject({ line: 2, measurement: 'ok' })
  })

  it('of any text throws nothing and yields no more than its lines', () => {
    const pieces = fc.constantFrom('a', ',', '=', ' ', '"', '\\', '\n', '1', 'i', '#', '\r', 'é', '-', 'e')
    const text = fc.oneof(
      fc.string({ maxLength: 200 }),
      fc.array(pieces, { maxLength: 200 }).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(text, (drawn) => {
        expect(parse(drawn).length).toBeLessThanOrEqual(drawn.split('\n').length)
      }),
      { numRuns: 10_000 },
    )
  })
})
