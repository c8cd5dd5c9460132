import type { Work } from '../api/undo-offers.ts'

/** Short messages: two seconds each, three at once at most (specification, section 9). */
export type ToastTone = 'ok' | 'info' | 'warn'
export type Toast = Readonly<{ id: number; text: string; tone: ToastTone }>

export const TOAST_MS = 2_000
export const MAX_TOASTS = 3

export type ToastStore = Readonly<{
  show: (text: string, tone?: ToastTone) => void
  list: () => readonly Toast[]
  subscribe: (listener: () => void) => () => void
  /** Tests: another page. */
  clear: () => void
}>

export function createToasts(after: (run: () => void, ms: number) => void): ToastStore {
  let shown: readonly Toast[] = []
  let nextId = 1
  const listeners = new Set<() => void>()
  const set = (next: readonly Toast[]): void => {
    shown = next
    for (const listener of listeners) listener()
  }
  return {
    show: (text, tone = 'info') => {
      // Ten calls that fail together show one message.
      if (shown.some((item) => item.text === text)) return
      const toast = { id: nextId++, text, tone }
      set([...shown, toast].slice(-MAX_TOASTS))
      after(() => set(shown.filter((item) => item !== toast)), TOAST_MS)
    },
    list: () => shown,
    clear: () => set([]),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const toasts = createToasts((run, ms) => void setTimeout(run, ms))

/** Shows a message for two seconds. */
export const showToast = toasts.show

/** Says that a work is done: where it saved something that can be undone, beside that offer. */
export const showDone = (text: string, work: Work): void => {
  if (!work.name(text)) showToast(text, 'ok')
}
