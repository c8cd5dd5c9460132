import { describe, expect, it } from 'vitest'
import { readAllTexts } from './read-locales.ts'
import { checkTypography } from './typography-check.ts'

const allowed = new Set([
  // A list of the signs themselves.
  'plant-settings.contact.check.phone',
  // A percentage ends in a vowel, as do the names of both data centers.
  ...['clear.all', 'clear.in', 'measured.all', 'measured.in'].map((text) => `performance.answer.${text}`),
  ...['clipping', 'curtailment', 'export-limit', 'outage', 'part-outage', 'shading', 'snow', 'soiling'].map(
    (text) => `performance.lost.${text}`,
  ),
  ...['communication.answer', 'data-center.move.title', 'data-center.prompt.switch', 'data-center.running.title'],
])

const planted = (language: string, text: string): readonly string[] =>
  checkTypography({ [language]: { shell: { a: text } } })

it('marks and blanks of all texts are those of their language', () => {
  expect(checkTypography(readAllTexts(), allowed)).toEqual([])
}, 20_000)

describe('checkTypography finds', () => {
  it.each([
    ['de', 'Ein  Text', 'has two blanks in a row'],
    ['pl', 'Napis "tak"', 'has straight double quotes'],
    ['uk', 'Зачекайте...', 'has three dots for an ellipsis'],
    ['cs', 'Jedna , dvě', 'has a blank before a comma or a period'],
    ['sl', 'Naprava je je ugasnjena', 'has a word twice'],
    ['uk', '{count, plural, one {# день} few {# дні} many {# днів} other {від від # дня}}', 'has a word twice'],
    ['zh', '电站,设备', 'has a half-width mark after a full-width letter'],
    ['ja', '保存しました.', 'has a half-width mark after a full-width letter'],
    ['zh', '<b>一切正常。</b> 没有报警', 'has a blank beside a full-width mark'],
    ['ja', '発電所(屋根)', 'has a half-width bracket beside a full-width letter'],
    ['ko', '로거 {name}를 삭제', 'has a particle right after a value, whose last sound it follows'],
    ['tr', '{plant}’da alarm', 'has a suffix right after a value, whose vowels it follows'],
  ])('%s: %s', (language, text, fault) => {
    expect(planted(language, text)).toEqual([`${language}/shell: a ${fault}`])
  })

  it('nothing in good texts', () => {
    expect([
      ...planted('de', 'Laden Sie sie neu.'),
      ...planted('ko', '{name}을(를) {plant}(으)로 옮겼습니다.'),
      ...planted('tr', 'Gün gün'),
      ...planted('vi', 'Luôn luôn'),
      ...planted('zh', '充电 {power}，剩余 {count, plural, other {# 天}}。'),
      ...planted('ja', '変圧器のタップ変更やQ(U)の設定、Excel (XLSX)'),
    ]).toEqual([])
  })
})
