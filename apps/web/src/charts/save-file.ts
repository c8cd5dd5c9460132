/** Offers a file for download. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

export const saveText = (content: string, name: string, type: string): void =>
  saveBlob(new Blob([content], { type }), name)
