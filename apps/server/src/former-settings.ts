/** The present name of a setting that was spelled otherwise, `DATA_CENTRE` for one. */
export const toPresentName = (name: string): string =>
  name.replace('DATA_CENTRE', 'DATA_CENTER').replace('PER_ORGANISATION', 'PER_ORGANIZATION')

/** Settings that were spelled otherwise count under their present names. */
export function withFormerSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const former = Object.entries(env).flatMap(([name, value]): [string, string | undefined][] => {
    const present = toPresentName(name)
    return present === name || env[present] !== undefined ? [] : [[present, value]]
  })
  return { ...env, ...Object.fromEntries(former) }
}
