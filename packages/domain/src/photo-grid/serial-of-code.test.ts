import { expect, it } from 'vitest'
import { serialOfCode } from './serial-of-code.ts'

it('reads the serial number that a label holds', () => {
  for (const [text, serial] of [
    ['482207001234', '482207001234'],
    [' SJ0720-077D07C5A-95 ', 'SJ0720-077D07C5A-95'],
    ['SN: 1B2C3D4E5F', '1B2C3D4E5F'],
    ['P/N 800-1234,S/N 990011223344', '990011223344'],
    ['https://example.org/p?model=7&sn=A2210000123', 'A2210000123'],
    ['https://example.org/device/A2210000123?x=1', 'A2210000123'],
    ['{"serialNumber":"A2210000123","model":"X"}', 'A2210000123'],
    ['https://example.org/manual', undefined],
    ['hello world', undefined],
    ['', undefined],
    ['x'.repeat(60), undefined],
  ] as const)
    expect([text, serialOfCode(text)]).toEqual([text, serial])
})
