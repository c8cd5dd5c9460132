import { describe, expect, it } from 'vitest'
import { type CallName, endpoints, namedEndpoints } from './calls.ts'
import { type Endpoint, isWrite, type UndoSame, undoReasons } from './endpoint.ts'

const entries = namedEndpoints
const isPersons = ({ right }: Endpoint): boolean => !['public', 'peer', 'agent'].includes(right.kind)
const isSaved = ([name, entry]: (typeof entries)[number]): boolean =>
  isWrite(name.split(' ')[0] ?? '', entry) && isPersons(entry)

describe('the undo of a write', () => {
  it.each(entries.filter(isSaved))('%s is declared, or why there is none', (_name, { undo }) => {
    expect(typeof undo === 'object' || undoReasons.some((reason) => reason === undo)).toBe(true)
  })

  it('is declared of nothing else', () => {
    expect(entries.filter((entry) => !isSaved(entry) && entry[1].undo !== undefined).map(([name]) => name)).toEqual([])
  })

  it('reads by a call of the same plant, and never one with credentials', () => {
    const undoable = entries.flatMap(([name, entry]): [CallName, Endpoint, UndoSame][] =>
      typeof entry.undo === 'object' ? [[name, entry, entry.undo]] : [],
    )
    expect(undoable.length).toBeGreaterThan(10)
    for (const [name, entry, undo] of undoable) {
      const reads: Endpoint | undefined = endpoints[undo.reads as CallName]
      expect([name, reads?.reply === undefined, entry.sealed === true]).toEqual([name, false, false])
      const subject = 'subject' in entry.right ? entry.right.subject : undefined
      const read = reads && 'subject' in reads.right ? reads.right.subject : undefined
      expect([name, read]).toEqual([name, subject])
    }
  })
})
