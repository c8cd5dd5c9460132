import { makeEmptyStore } from './empty-store.ts'
import { offerDemo } from './shared-demo.ts'

/** What the files of a run share. @public Playwright calls it. */
export default async function setup(): Promise<() => Promise<void>> {
  const removeStore = await makeEmptyStore()
  const endDemo = await offerDemo()
  return async () => {
    await endDemo()
    removeStore()
  }
}
