const PAD = 2

/** Points of the polylines that draw a series, one per stretch without gaps; zero lies on the foot, or between when values go below it. */
export function toPaths(values: readonly (number | null)[], width: number, height: number): readonly string[] {
  const known = values.filter((value): value is number => value !== null)
  const least = Math.min(0, ...known)
  const span = Math.max(0, ...known) - least || 1
  const step = width / Math.max(1, values.length - 1)
  const paths: string[] = []
  let points: string[] = []
  const close = (): void => {
    if (points.length > 0) paths.push(points.join(' '))
    points = []
  }
  values.forEach((value, index) => {
    if (value === null) close()
    else
      points.push(
        `${(index * step).toFixed(1)},${(height - PAD - ((value - least) / span) * (height - PAD * 2)).toFixed(1)}`,
      )
  })
  close()
  return paths
}
