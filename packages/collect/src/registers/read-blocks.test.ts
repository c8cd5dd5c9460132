import type { Answer, Block } from '@heliograph/devices/reads/modbus/dialog.ts'
import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { readBlocks } from './read-blocks.ts'

let memory: Map<string, unknown>
let asked: string[]
beforeEach(() => {
  memory = new Map()
  asked = []
})
const block = (address: number, count: number): Block => ({
  unit: 1,
  function: 3,
  address,
  count,
  cuts: Array.from({ length: count - 1 }, (_, n) => address + 1 + n),
})
const words = ({ count, address }: Block): Answer => ({ words: Array.from({ length: count }, (_, n) => address + n) })
const read = (blocks: readonly Block[], answer: (one: Block) => Answer, nowMs = 0) => {
  asked = []
  const ask = async (one: Block): Promise<Answer> => {
    asked.push(`${one.address}+${one.count}`)
    return answer(one)
  }
  return readBlocks(blocks, { ask, memory, nowMs })
}

describe('the blocks of a device', () => {
  it('are halved until the device takes them, which is remembered', async () => {
    const takes30 = (one: Block): Answer => (one.count <= 30 ? words(one) : { exception: 2 })
    const { replies } = await read([block(0, 100)], takes30)
    expect(asked).toEqual(['0+100', '0+50', '0+25', '25+25', '50+50', '50+25', '75+25'])
    expect(replies.flatMap((one) => one.words)).toEqual(Array.from({ length: 100 }, (_, n) => n))
    await read([block(0, 100)], takes30)
    expect(asked).toEqual(['0+25', '25+25', '50+25', '75+25'])
  })

  it.each([2, 3, 4])('leave out only what is answered with exception %i, for an hour', async (code) => {
    const refusal: Answer = { exception: code }
    const hasHole = (one: Block): Answer => (one.address <= 5 && one.address + one.count > 5 ? refusal : words(one))
    const first = await read([block(0, 8)], hasHole)
    expect(first.leftOut).toEqual([
      { about: { kind: 'registers', unit: 1, fn: 3, address: 5, count: 1 }, retryAtMs: HOUR_MS, code },
    ])
    expect(first.replies.flatMap((one) => one.words).sort()).toEqual([0, 1, 2, 3, 4, 6, 7])
    await read([block(0, 8)], hasHole, HOUR_MS - 1)
    expect(asked).not.toContain('5+1')
    const later = await read([block(0, 8)], words, HOUR_MS)
    expect(asked).toContain('5+1')
    expect(later.leftOut).toEqual([])
  })

  it.each([0x0a, 0x0b])('are those of a sleeping device with exception %i: nothing is left out', async (exception) => {
    expect(await read([block(0, 8), block(20, 8)], () => ({ exception }))).toEqual({
      replies: [],
      leftOut: [],
      isAsleep: true,
    })
    expect(asked).toEqual(['0+8'])
    expect((await read([block(0, 8)], words)).replies).toHaveLength(1)
  })

  it('are only missing when a device falls asleep during the round', async () => {
    await read([block(0, 8), block(20, 8)], words)
    const { replies, leftOut, isAsleep } = await read([block(0, 8), block(20, 8)], (one) =>
      one.address === 0 ? words(one) : { exception: 0x0b },
    )
    expect([replies.length, leftOut.length, isAsleep]).toEqual([1, 0, false])
    expect((await read([block(0, 8), block(20, 8)], words)).replies).toHaveLength(2)
  })

  it('end with a device that is silent, and nothing is remembered', async () => {
    await expect(read([block(0, 8), block(20, 8)], () => undefined)).rejects.toThrow('silent')
    expect(asked).toEqual(['0+8'])
    expect(memory.size).toBe(0)
  })

  it('are halved at a silent one among others', async () => {
    const refusesLong = (one: Block): Answer => (one.count > 4 && one.address >= 20 ? undefined : words(one))
    const { replies } = await read([block(0, 4), block(20, 8)], refusesLong)
    expect(replies.map((one) => one.block.address)).toEqual([0, 20, 24])
  })
})
