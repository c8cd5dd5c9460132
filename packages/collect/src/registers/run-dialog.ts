import type { Answer, Block, Dialog } from '@heliograph/devices/reads/modbus/dialog.ts'

export type Ask = (block: Block) => Promise<Answer>

/** Holds a conversation: sends each request that it names, and hands it the answer. */
export async function runDialog<Result>(dialog: Dialog<Result>, ask: Ask): Promise<Result> {
  let step = dialog.next()
  while (!step.done) step = dialog.next(await ask(step.value))
  return step.value
}
