/**
 * A strict reader of Prometheus' text format 0.0.4 (prometheus.io/docs/instrumenting/exposition_formats), mark by mark. Where
 * Prometheus itself forgives (blank lines within a family, a missing HELP, labels in another order), this one does not: a
 * text that it takes is taken everywhere.
 */
export type PrometheusSample = Readonly<{ name: string; labels: Readonly<Record<string, string>>; value: number }>
export type PrometheusFamily = Readonly<{
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram' | 'summary' | 'untyped'
  samples: readonly PrometheusSample[]
}>

const TYPES: ReadonlySet<string> = new Set(['counter', 'gauge', 'histogram', 'summary', 'untyped'])
const METRIC_NAME = /[a-zA-Z_:][a-zA-Z0-9_:]*/y
const LABEL_NAME = /[a-zA-Z_][a-zA-Z0-9_]*/y
/** As Go's ParseFloat writes and reads numbers; hexadecimal and underscores are nobody's. */
const VALUE = /(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[+-]?Inf|NaN)/y

/** @throws Error naming the line and what is wrong with it */
export function readPrometheusText(text: string): ReadonlyMap<string, PrometheusFamily> {
  if (text === '') return new Map()
  if (!text.endsWith('\n')) throw new Error('the last line does not end')
  if (/[\r\0]/.test(text)) throw new Error('a mark that ends no line')
  const families = new Map<string, PrometheusFamily>()
  const seen = new Set<string>()
  let open: { name: string; help: string; type?: PrometheusFamily['type']; samples: PrometheusSample[] } | undefined
  const close = (): void => {
    if (open === undefined) return
    const { name, help, type, samples } = open
    if (type === undefined) throw new Error(`${name} has no TYPE`)
    checkFamily({ name, help, type, samples })
    families.set(name, { name, help, type, samples })
    open = undefined
  }
  for (const [at, line] of text.slice(0, -1).split('\n').entries()) {
    const fail = (what: string): never => {
      throw new Error(`line ${at + 1}: ${what}: ${line}`)
    }
    if (line === '') close()
    else if (line.startsWith('# HELP ')) {
      close()
      const [, name = '', help] = /^# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (.*)$/.exec(line) ?? []
      if (help === undefined) fail('no HELP')
      if (families.has(name)) fail('a family that came before')
      open = { name, help: readEscapes(help ?? '', { '\\': '\\', n: '\n' }, fail), samples: [] }
    } else if (line.startsWith('# TYPE ')) {
      const [, name, type = ''] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? []
      if (open === undefined || open.name !== name || open.samples.length > 0) fail('a TYPE that is not after its HELP')
      else if (open.type !== undefined || !TYPES.has(type)) fail('no type')
      else open.type = type as PrometheusFamily['type']
    } else if (line.startsWith('#')) fail('a comment of nobody')
    else {
      const sample = readSample(line, fail)
      if (open?.type === undefined) return fail('a sample before its HELP and TYPE')
      if (!namesOf(open.name, open.type).includes(sample.name)) fail(`not of the family ${open.name}`)
      const key = `${sample.name} ${JSON.stringify(Object.entries(sample.labels).sort())}`
      if (seen.has(key)) fail('a series that came before')
      seen.add(key)
      open.samples.push(sample)
    }
  }
  close()
  return families
}

const namesOf = (name: string, type: PrometheusFamily['type']): readonly string[] =>
  type === 'histogram'
    ? [`${name}_bucket`, `${name}_sum`, `${name}_count`]
    : type === 'summary'
      ? [name, `${name}_sum`, `${name}_count`]
      : [name]

type Fail = (what: string) => never

function readSample(line: string, fail: Fail): PrometheusSample {
  let at = 0
  const take = (pattern: RegExp, what: string): string => {
    pattern.lastIndex = at
    const [found] = pattern.exec(line) ?? []
    if (found === undefined) return fail(`no ${what} at ${at}`)
    at += found.length
    return found
  }
  const expectMark = (mark: string): void => {
    if (line[at] !== mark) fail(`no ${mark} at ${at}`)
    at += 1
  }
  const name = take(METRIC_NAME, 'name')
  const labels: Record<string, string> = {}
  if (line[at] === '{') {
    at += 1
    do {
      const label = take(LABEL_NAME, 'label')
      if (label.startsWith('__') || Object.hasOwn(labels, label)) fail(`the label ${label}`)
      expectMark('=')
      labels[label] = readEscapes(
        take(/"(?:[^"\\]|\\.)*"/y, 'value').slice(1, -1),
        { '\\': '\\', '"': '"', n: '\n' },
        fail,
      )
    } while (line[at] === ',' && at++ >= 0)
    expectMark('}')
  }
  expectMark(' ')
  const text = take(VALUE, 'number')
  // A time stamp would say that a scrape came late; ours are always of now.
  if (at !== line.length) fail('more than a number')
  const value = /Inf$/.test(text) ? (text.startsWith('-') ? -Infinity : Infinity) : Number(text)
  return { name, labels, value }
}

function readEscapes(text: string, marks: Readonly<Record<string, string>>, fail: Fail): string {
  return text.replace(/\\(.?)/gs, (_, mark: string) => marks[mark] ?? fail(`the escape \\${mark}`))
}

function checkFamily({ name, type, samples }: PrometheusFamily): void {
  const fail = (what: string): never => {
    throw new Error(`${name}: ${what}`)
  }
  if (type === 'counter') {
    if (!name.endsWith('_total')) fail('a counter that does not end in _total')
    for (const { value } of samples) if (!(value >= 0)) fail(`a counter at ${value}`)
  }
  if (type !== 'histogram') return
  const rows = new Map<string, { buckets: [number, number][]; sum?: number; count?: number }>()
  for (const { name: part, labels, value } of samples) {
    const { le, ...rest } = labels
    const key = JSON.stringify(Object.entries(rest).sort())
    const row = rows.get(key) ?? { buckets: [] }
    rows.set(key, row)
    if (part.endsWith('_bucket')) row.buckets.push([le === '+Inf' ? Infinity : Number(le ?? Number.NaN), value])
    else if (part.endsWith('_sum')) row.sum = value
    else row.count = value
  }
  for (const { buckets, sum, count } of rows.values()) {
    if (sum === undefined || count === undefined) fail('a histogram without its sum or count')
    for (const [index, [bound, value]] of buckets.entries()) {
      const [lower, before] = buckets[index - 1] ?? [-Infinity, 0]
      if (!(bound > lower) || value < before) fail('buckets that do not rise')
    }
    const [last, all] = buckets.at(-1) ?? []
    if (last !== Infinity || all !== count) fail('no bucket of all')
  }
}
