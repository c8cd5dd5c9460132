import { expect, test } from 'vitest'
import { sentenceGap } from './sentence-gap.ts'

test('a full-width stop brings its own room', () => {
  expect(['en', 'de', 'zh', 'zh-CN', 'ja', 'ko'].map(sentenceGap)).toEqual([' ', ' ', '', '', '', ' '])
})
