/** Where a page runs, by its host name (specification, section 4). */
export type Environment = 'local' | 'dev' | 'staging' | 'uat' | 'test' | 'powerTest' | 'production'

/** Words of a host name's labels, longest first: `power-test` is no `test`. */
const words: readonly (readonly [Environment, RegExp])[] = [
  ['powerTest', /^(?:power-?test|powertest\d*)$/],
  ['staging', /^(?:staging|stage|stg)\d*$/],
  ['uat', /^uat\d*$/],
  ['test', /^(?:test|qa)\d*$/],
  ['dev', /^dev\d*$/],
]

/**
 * The environment of a host name. A whole label decides, or a part of one between hyphens: `qa.example.org`,
 * `pv-uat.example.org`; `latest.example.org` is production.
 */
export function environmentOf(host: string): Environment {
  const name = host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127\./.test(name)) return 'local'
  const labels = name.split('.').slice(0, -2)
  for (const [environment, word] of words)
    if (labels.some((label) => word.test(label) || (environment === 'powerTest' && /(?:^|-)power-?test/.test(label))))
      return environment
  const parts = labels.flatMap((label) => label.split('-'))
  return words.find(([, word]) => parts.some((part) => word.test(part)))?.[0] ?? 'production'
}
