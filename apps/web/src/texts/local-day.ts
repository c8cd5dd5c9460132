/** The day of an instant (epoch s), YYYY-MM-DD in the browser's zone. */
export const toDay = (atS: number): string => {
  const at = new Date(atS * 1000)
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
