/**
 * For `ref` or `inputRef`: the field that a dialog focuses first. React's autoFocus comes too early there: showModal()
 * moves the focus afterwards, to the first button unless this attribute is set.
 */
export const beginHere = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '')
