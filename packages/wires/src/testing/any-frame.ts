import fc from 'fast-check'

export const anyFrame = fc.record({
  type: fc.integer({ min: 0, max: 0xff }),
  seqServer: fc.integer({ min: 0, max: 0xff }),
  seqLogger: fc.integer({ min: 0, max: 0xff }),
  loggerSerial: fc.integer({ min: 0, max: 0xffffffff }),
  payload: fc.uint8Array({ maxLength: 300, size: 'max' }),
})
