import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanLine, cleanText } from './text.ts'

describe('cleanLine', () => {
  it.each([
    ['a line break', 'Solar\nfarm', 'Solar farm'],
    ['other line ends', 'Solar\r\n\u2028\u0085farm', 'Solar farm'],
    ['many gaps', '  Solar \t\u00a0 farm ', 'Solar farm'],
    ['NUL and escape', 'So\u0000lar\u001b', 'Solar'],
    ['direction marks', 'So\u202elar\u2066', 'Solar'],
    ['zero-width marks', 'So\u200b\ufefflar', 'Solar'],
    ['fillers', '\u3164\u2800Solar', 'Solar'],
    ['half a pair', 'Solar\ud83c', 'Solar'],
    ['an accent of its own', 'Cafe\u0301', 'Caf\u00e9'],
    ['an accent behind a mark', 'Cafe\u200b\u0301', 'Caf\u00e9'],
    ['nothing to see', ' \u200b\n', ''],
    ['other scripts', '光伏电站 Лінденгоф', '光伏电站 Лінденгоф'],
  ])('cleans %s', (_, text, expected) => {
    expect(cleanLine(text)).toBe(expected)
  })

  it('keeps as much as asked, and no half of a character', () => {
    expect(cleanLine('Solar farm', 6)).toBe('Solar')
    expect(cleanLine('Sun \u{1f31e}', 5)).toBe('Sun')
    expect(cleanLine('Sun \u{1f31e}', 6)).toBe('Sun \u{1f31e}')
  })

  it('is idempotent and leaves no gap or mark', () => {
    const wild = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(fc.oneof(wild, fc.string({ unit: 'grapheme' })), fc.integer({ min: 0, max: 40 }), (text, most) => {
        const line = cleanLine(text, most)
        expect(line.length).toBeLessThanOrEqual(most)
        expect(cleanLine(line, most)).toBe(line)
        expect(line).not.toMatch(/\p{C}|\s\s|^\s|\s$|[^\S ]/u)
      }),
    )
  })
})

describe('cleanText', () => {
  it.each([
    ['line ends of any system', 'one\r\ntwo\u2028three', 'one\ntwo\nthree'],
    ['gaps and marks within a line', ' one \u202e  two\u0000 \n three ', 'one two\nthree'],
    ['many empty lines', '\n\none\n \n\n\ntwo\n', 'one\n\ntwo'],
    ['nothing to see', '\u200b\n ', ''],
  ])('cleans %s', (_, text, expected) => {
    expect(cleanText(text, 100)).toBe(expected)
  })

  it('keeps as much as asked, and no half of a character', () => {
    expect(cleanText('Sun\nrises', 4)).toBe('Sun')
    expect(cleanText('Sun\n\u{1f31e}', 5)).toBe('Sun')
  })
})
