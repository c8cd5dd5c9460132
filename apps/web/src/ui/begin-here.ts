/**
 * For `ref` or `inputRef`: the field that a dialog begins with. React's autoFocus comes too early there, for showModal()
 * moves the focus after it, to the first button unless this attribute stands somewhere.
 */
export const beginHere = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '')
