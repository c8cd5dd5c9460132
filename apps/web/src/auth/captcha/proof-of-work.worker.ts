import { doWork } from './proof-of-work.ts'

export type WorkReply = Readonly<{ answer: string } | { fault: string }>

/** The part of a dedicated worker's global that is needed, without the types of all workers. */
type Scope = Readonly<{
  addEventListener: (type: 'message', listener: (event: MessageEvent<unknown>) => void) => void
  postMessage: (reply: WorkReply) => void
}>
const scope = globalThis as unknown as Scope

scope.addEventListener('message', ({ data }) => {
  doWork(data).then(
    (answer) => scope.postMessage({ answer }),
    (fault: unknown) => scope.postMessage({ fault: String(fault) }),
  )
})
