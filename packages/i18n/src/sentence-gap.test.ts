import { expect, test } from 'vitest'
import { joinSentences, sentenceGap, startSentence } from './sentence-gap.ts'

test('a full-width stop brings its own room', () => {
  expect(['en', 'de', 'zh', 'zh-CN', 'ja', 'ko'].map(sentenceGap)).toEqual([' ', ' ', '', '', '', ' '])
})

test('sentences are joined by what their ends need', () => {
  expect(joinSentences(['One.', undefined, 'Two.', false, ''])).toBe('One. Two.')
  expect(joinSentences(['发电 5 kWh。', '比 2025年 多 3%。'])).toBe('发电 5 kWh。比 2025年 多 3%。')
  expect(joinSentences(['充電残量 80%', '報告元：蓄電池'])).toBe('充電残量 80% 報告元：蓄電池')
})

test('a sentence begins with a capital letter', () => {
  expect(startSentence('říjen 2026: vyrobeno 5 kWh.', 'cs-CZ')).toBe('Říjen 2026: vyrobeno 5 kWh.')
  expect(startSentence('ilk gün', 'tr-TR')).toBe('İlk gün')
  expect(['', '2026: 5 kWh.', '2026年10月的发电量'].map((text) => startSentence(text, 'zh-CN'))).toEqual([
    '',
    '2026: 5 kWh.',
    '2026年10月的发电量',
  ])
})
