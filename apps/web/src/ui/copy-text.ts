/** Whether it is on the clipboard now. Pages without https have no clipboard API: a selection replaces it. */
export async function copyText(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value)
    return true
  } catch {
    // Below.
  }
  const holder = document.createElement('textarea')
  holder.value = value
  holder.readOnly = true
  holder.className = 'visually-hidden'
  // Inside the open dialog, because outside it nothing can be selected.
  const home = document.querySelector('dialog[open]') ?? document.body
  home.append(holder)
  holder.select()
  const done = document.execCommand('copy')
  holder.remove()
  return done
}
