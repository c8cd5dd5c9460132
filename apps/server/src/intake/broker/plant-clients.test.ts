import { expect, it } from 'vitest'
import { createPlantClients } from './plant-clients.ts'

const clientOf = (id: string, deliver: (topic: string) => void = () => {}) => ({
  id,
  deliver: ({ topic }: Readonly<{ topic: string }>) => deliver(topic),
  end: () => {},
})

it('a plant has fifty clients, and room again when one leaves', () => {
  const clients = createPlantClients()
  const all = Array.from({ length: 51 }, (_, n) => clientOf(String(n)))
  expect(all.filter((client) => clients.join(client))).toHaveLength(50)
  const [first, last] = [all[0], all[50]]
  if (first === undefined || last === undefined) throw new Error('no clients')
  clients.leave(first)
  expect(clients.join(last)).toBe(true)
})

it('a message comes once by several filters, and no more after the last one', () => {
  const clients = createPlantClients()
  const heard: string[] = []
  const client = clientOf('a', (topic) => heard.push(topic))
  clients.join(client)
  const publish = (topic: string): void => clients.publish({ topic, payload: Buffer.from('1') }, false)
  for (const filter of ['a/+', 'a/b', '#']) expect(clients.subscribe(client, filter)).toBe(true)
  for (const topic of ['a/b', 'c', '$SYS/c']) publish(topic)
  for (const filter of ['a/+', '#']) clients.unsubscribe(client, filter)
  for (const topic of ['a/b', 'a/c']) publish(topic)
  expect(heard).toEqual(['a/b', 'c', 'a/b'])
})

it('one who left, or never came, subscribes to nothing', () => {
  const clients = createPlantClients()
  const client = clientOf('a')
  expect(clients.subscribe(client, '#')).toBe(false)
  clients.join(client)
  clients.leave(client)
  expect(clients.subscribe(client, '#')).toBe(false)
})
