/** The day of an instant, YYYY-MM-DD in the browser's zone. */
export const toDay = (atMs: number): string => {
  const at = new Date(atMs)
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
