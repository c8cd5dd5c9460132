/** Settings that were spelled otherwise, `DATA_CENTRE` for one, count under their present names. */
export function withFormerSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const former = Object.entries(env).flatMap(([name, value]): [string, string | undefined][] => {
    const present = name.replace('DATA_CENTRE', 'DATA_CENTER').replace('PER_ORGANISATION', 'PER_ORGANIZATION')
    return present === name || env[present] !== undefined ? [] : [[present, value]]
  })
  return { ...env, ...Object.fromEntries(former) }
}
