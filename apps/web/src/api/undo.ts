/** Saves that can be undone: the server names the entry of its log, and the page offers it for a while. */
import { call } from './call.ts'

/** Undoes a save, if its values are still those that it saved. */
export const undoSaved = (entryId: number) => call('POST /user-s/undo/{entryId}', { params: { entryId }, body: {} })
