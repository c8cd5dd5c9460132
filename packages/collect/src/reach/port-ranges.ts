export type PortRange = Readonly<{ from: number; to: number }>

/**
 * @param text ports and ranges, separated by commas: `5020,6000-6010`
 * @param setting its name, for the error @throws Error naming the setting
 */
export const readPortRanges = (text: string | undefined, setting: string): readonly PortRange[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [, from = '', to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part) ?? []
      const range = { from: Number(from), to: Number(to) }
      if (from === '' || range.from < 1 || range.to > 65_535 || range.from > range.to)
        throw new Error(`${setting} must list ports or ranges such as 5020,6000-6010, not "${part}"`)
      return range
    })
