import { describe, expect, it } from 'vitest'
import { readPrometheusText } from './prometheus-text.ts'

const HEAD = '# HELP a_total Help.\n# TYPE a_total counter\n'
const H = '# HELP h_s H.\n# TYPE h_s histogram\n'

describe('the strict reader of the text format', () => {
  it('takes what the format allows, and gives back names, labels and values', () => {
    const families = readPrometheusText(
      '# HELP g Back \\\\ and\\nbreak.\n# TYPE g gauge\ng{a="q\\"b\\\\c\\nd, }",b=""} -1.5e-07\ng NaN\n\n' +
        `${HEAD}a_total 12\n${H}h_s_bucket{le="0.1"} 1\nh_s_bucket{le="+Inf"} 2\nh_s_sum 3\nh_s_count 2\n`,
    )
    expect([...families.keys()]).toEqual(['g', 'a_total', 'h_s'])
    expect(families.get('g')).toMatchObject({ help: 'Back \\ and\nbreak.', type: 'gauge' })
    expect(families.get('g')?.samples[0]).toEqual({ name: 'g', labels: { a: 'q"b\\c\nd, }', b: '' }, value: -1.5e-7 })
    expect(readPrometheusText('').size).toBe(0)
  })

  it.each([
    ['an end that is missing', `${HEAD}a_total 1`],
    ['a carriage return', `${HEAD}a_total 1\r\n`],
    ['no HELP', '# TYPE a_total counter\na_total 1\n'],
    ['no TYPE', '# HELP a_total Help.\na_total 1\n'],
    ['a type of nobody', '# HELP a_total Help.\n# TYPE a_total meter\n'],
    ['a TYPE twice', `${HEAD}# TYPE a_total counter\na_total 1\n`],
    ['a family twice', `${HEAD}a_total 1\n\n${HEAD}a_total{b="1"} 1\n`],
    ['a sample of another family', `${HEAD}b_total 1\n`],
    ['a sample after its family ended', `${HEAD}a_total 1\n\na_total{b="1"} 1\n`],
    ['a comment', `${HEAD}# note\na_total 1\n`],
    ['a name that begins with a digit', `${HEAD}1a 1\n`],
    ['a series twice, in another order', `${HEAD}a_total{b="1",c="2"} 1\na_total{c="2",b="1"} 1\n`],
    ['a label twice', `${HEAD}a_total{b="1",b="2"} 1\n`],
    ['a label of Prometheus itself', `${HEAD}a_total{__name="1"} 1\n`],
    ['a label with a colon', `${HEAD}a_total{b:c="1"} 1\n`],
    ['no labels in braces', `${HEAD}a_total{} 1\n`],
    ['a comma at the end', `${HEAD}a_total{b="1",} 1\n`],
    ['a value without quotes', `${HEAD}a_total{b=1} 1\n`],
    ['a quote that is not escaped', `${HEAD}a_total{b="a"b"} 1\n`],
    ['an escape of nobody', `${HEAD}a_total{b="a\\t"} 1\n`],
    ['an escape of nobody in a HELP', '# HELP a_total He\\lp.\n# TYPE a_total counter\n'],
    ['two blanks', `${HEAD}a_total  1\n`],
    ['no number', `${HEAD}a_total null\n`],
    ['undefined', `${HEAD}a_total undefined\n`],
    ['a hexadecimal number', `${HEAD}a_total 0x1\n`],
    ['Infinity in words of JavaScript', `${HEAD}a_total Infinity\n`],
    ['a time stamp', `${HEAD}a_total 1 1780000000000\n`],
    ['a counter below zero', `${HEAD}a_total -1\n`],
    ['a counter that is no number', `${HEAD}a_total NaN\n`],
    ['a counter by another name', '# HELP a Help.\n# TYPE a counter\na 1\n'],
    ['buckets that fall', `${H}h_s_bucket{le="1"} 3\nh_s_bucket{le="+Inf"} 2\nh_s_sum 3\nh_s_count 2\n`],
    [
      'buckets out of order',
      `${H}h_s_bucket{le="2"} 1\nh_s_bucket{le="1"} 1\nh_s_bucket{le="+Inf"} 1\nh_s_sum 3\nh_s_count 1\n`,
    ],
    ['a histogram without all', `${H}h_s_bucket{le="1"} 1\nh_s_sum 3\nh_s_count 1\n`],
    ['a histogram without a sum', `${H}h_s_bucket{le="+Inf"} 1\nh_s_count 1\n`],
    ['a count that is not all', `${H}h_s_bucket{le="+Inf"} 1\nh_s_sum 3\nh_s_count 2\n`],
  ])('refuses %s', (_, text) => {
    expect(() => readPrometheusText(text)).toThrow()
  })
})
