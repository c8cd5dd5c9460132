/** The text format of Prometheus, version 0.0.4 (prometheus.io/docs/instrumenting/exposition_formats). */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export type Labels = Readonly<Record<string, string | number>>
type Sample = Readonly<{ suffix?: string; labels?: Labels; value: number }>
export type Family = Readonly<{
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  samples: () => readonly Sample[]
}>

export const writeMetrics = (families: readonly Family[]): string =>
  families
    .flatMap(({ name, help, type, samples }) => [
      `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
      `# TYPE ${name} ${type}`,
      ...samples().map(({ suffix = '', labels = {}, value }) => `${name}${suffix}${writeLabels(labels)} ${value}`),
      '',
    ])
    .join('\n')

function writeLabels(labels: Labels): string {
  const entries = Object.entries(labels)
  if (entries.length === 0) return ''
  const clean = (value: string | number): string =>
    String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
  return `{${entries.map(([name, value]) => `${name}="${clean(value)}"`).join(',')}}`
}

/** A value that is read on request. */
export const gauge = (name: string, help: string, read: () => number): Family => ({
  name,
  help,
  type: 'gauge',
  samples: () => [{ value: read() }],
})

/** A total that something else counts. */
export const total = (name: string, help: string, read: () => number): Family => ({
  name,
  help,
  type: 'counter',
  samples: () => [{ value: read() }],
})

export type Counter = Readonly<{ family: Family; add: (labels: Labels, by?: number) => void }>

/** A counter with labels, which must come from small sets: each combination is a line for good. */
export function createCounter(name: string, help: string): Counter {
  const rows = new Map<string, { labels: Labels; value: number }>()
  return {
    family: { name, help, type: 'counter', samples: () => [...rows.values()] },
    add: (labels, by = 1) => {
      const key = JSON.stringify(labels)
      const row = rows.get(key) ?? { labels, value: 0 }
      row.value += by
      rows.set(key, row)
    },
  }
}

export type Histogram = Readonly<{ family: Family; observe: (labels: Labels, value: number) => void }>

/** @param bounds upper bounds of the buckets, ascending */
export function createHistogram(name: string, help: string, bounds: readonly number[]): Histogram {
  const rows = new Map<string, { labels: Labels; counts: number[]; sum: number; count: number }>()
  return {
    family: {
      name,
      help,
      type: 'histogram',
      samples: () =>
        [...rows.values()].flatMap(({ labels, counts, sum, count }) => [
          ...bounds.map((bound, at) => ({
            suffix: '_bucket',
            labels: { ...labels, le: bound },
            value: counts.slice(0, at + 1).reduce((one, other) => one + other, 0),
          })),
          { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
          { suffix: '_sum', labels, value: sum },
          { suffix: '_count', labels, value: count },
        ]),
    },
    observe: (labels, value) => {
      const key = JSON.stringify(labels)
      const row = rows.get(key) ?? { labels, counts: bounds.map(() => 0), sum: 0, count: 0 }
      const at = bounds.findIndex((bound) => value <= bound)
      if (at >= 0) row.counts[at] = (row.counts[at] ?? 0) + 1
      row.sum += value
      row.count += 1
      rows.set(key, row)
    },
  }
}
