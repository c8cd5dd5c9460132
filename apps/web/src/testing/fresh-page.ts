/** Before each file of tests: files share their modules, and what one left behind is not the state of the next one's page. */
import { forgetCalls } from '../api/open-calls.ts'
import { noteAnswered, noteServerState } from '../api/server-state.ts'
import { toasts } from '../ui/toast-store.ts'

forgetCalls()
noteServerState(new Headers())
noteAnswered()
toasts.clear()
// Some files have no page at all.
if (typeof document !== 'undefined') for (const link of document.head.querySelectorAll('link')) link.remove()
