import { expect, it } from 'vitest'
import { formatsOf } from './register-formats.ts'

it('reads a word alone and with the next one', () => {
  expect(formatsOf(0xffff, 0xfb50)).toMatchObject({ hex: '0xFFFF', u16: 65_535, s16: -1, s32: -1_200, text: '··' })
  expect(formatsOf(0x4448, 0xe000)).toMatchObject({ f32: 803.5, text: 'DH' })
  expect(formatsOf(0xe000, 0x4448)).toMatchObject({ f32Low: 803.5, u32Low: 0x4448e000 })
})

it('has nothing of two words where there is one, and no float that no device sends', () => {
  expect(formatsOf(1, undefined)).toMatchObject({ u32: null, s32: null, f32: null, u32Low: null, f32Low: null })
  expect(formatsOf(0x7fc0, 0)).toMatchObject({ f32: null })
  expect(formatsOf(0, 1)).toMatchObject({ f32: null })
})
