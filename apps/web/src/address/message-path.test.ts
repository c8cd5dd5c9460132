import { expect, it } from 'vitest'
import type { MessageEntry } from '../api/messages.ts'
import { messagePath } from './message-path.ts'

const entry = (what: string, alarm: MessageEntry['alarm'] = null): MessageEntry => ({
  what,
  plantId: 3,
  plantName: 'Barn',
  text: '',
  atMs: 0,
  facts: {},
  alarm,
})

it('leads from a message to what it is about', () => {
  const alarm = entry('stringDead', { id: 'a1', change: 'opened', level: 2 })
  const over = entry('stringDead', { id: 'a2', change: 'closed', level: 2 })
  expect(messagePath({ kind: 'alarm', plantId: 3, entries: [alarm] })).toBe('/plant/infos/alert?id=3&alarm=a1')
  expect(messagePath({ kind: 'alarm', plantId: 3, entries: [over] })).toBe(
    '/plant/infos/alert?id=3&state=history&alarm=a2',
  )
  expect(messagePath({ kind: 'alarm', plantId: 3, entries: [alarm, over] })).toBe('/plant/infos/alert?id=3')
  expect(messagePath({ kind: 'alarm', plantId: null, entries: [alarm, over] })).toBe('/alarms')
  expect(messagePath({ kind: 'system', plantId: null, entries: [entry('addressPaused')] })).toBe(
    '/account/settings/message',
  )
  expect(messagePath({ kind: 'system', plantId: null, entries: [entry('webhookPaused')] })).toBe(
    '/account/settings/security',
  )
  expect(messagePath({ kind: 'system', plantId: null, entries: [entry('newBrowser')] })).toBe(
    '/account/settings/security',
  )
  expect(messagePath({ kind: 'sharing', plantId: 3, entries: [entry('joined')] })).toBe('/plant/infos/data?id=3')
  expect(messagePath({ kind: 'sharing', plantId: null, entries: [] })).toBe('/messages?kind=sharing')
})
