import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'

const at = (path: string): string => fileURLToPath(new URL(`../../../../../${path}`, import.meta.url))
const read = (name: string): string => readFileSync(at(`deploy/home-assistant/heliograph/${name}`), 'utf8')

type Branch = { [key: string]: Branch | string | string[] }

/** The YAML that these files use: maps by two blanks, lists of plain values, comments of whole lines. */
function parse(text: string): Branch {
  const root: Branch = {}
  const open: { depth: number; branch: Branch; key: string }[] = [{ depth: -1, branch: root, key: '' }]
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue
    const depth = line.length - line.trimStart().length
    const [, item] = /^ *- (.+)$/.exec(line) ?? []
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop()
    const parent = open.at(-1)
    if (parent === undefined || depth % 2 !== 0) throw new Error(`not understood: ${line}`)
    if (item !== undefined) {
      const list = parent.branch[parent.key]
      parent.branch[parent.key] = [...(Array.isArray(list) ? list : []), item]
      continue
    }
    const [, key, value] = /^ *([\w/]+):(?: (.+))?$/.exec(line) ?? []
    if (key === undefined) throw new Error(`not understood: ${line}`)
    if (parent.key !== '') parent.branch[parent.key] ??= {}
    const branch = parent.key === '' ? parent.branch : (parent.branch[parent.key] as Branch)
    if (value === undefined) open.push({ depth, branch, key })
    else branch[key] = value.replace(/^"(.*)"$/, '$1')
  }
  return root
}

const config = parse(read('config.yaml'))
const { schema, ports } = config as Record<'schema' | 'ports', Branch>

describe('the add-on of Home Assistant', () => {
  it('has the version of this server, and architectures that the Supervisor knows', () => {
    const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { version: string }
    expect(config.version).toBe(version)
    expect(read('CHANGELOG.md')).toContain(`## ${version}`)
    expect(config.arch).toEqual(['aarch64', 'amd64'])
  })

  it('asks for no more than it uses', () => {
    expect(config).toMatchObject({ services: ['mqtt:want'], homeassistant_api: 'true', ingress: 'true' })
    for (const right of ['hassio_api', 'docker_api', 'full_access', 'host_network', 'privileged', 'map'])
      expect(config).not.toHaveProperty(right)
    // The page without Home Assistant is shut until its person opens it.
    expect(ports['8080/tcp']).toBe('null')
  })

  it.each(['en', 'de', 'zh-Hans'])('names every option and port (%s)', (language) => {
    const { configuration, network } = parse(read(`translations/${language}.yaml`)) as Record<string, Branch>
    expect(Object.keys(configuration ?? {}).sort()).toEqual(Object.keys(schema).sort())
    expect(Object.keys(network ?? {}).sort()).toEqual(Object.keys(ports).sort())
    for (const texts of Object.values(configuration ?? {})) expect(Object.keys(texts)).toEqual(['name', 'description'])
  })

  it('gives every option to a setting of the server', () => {
    const run = read('run.mjs')
    for (const option of Object.keys(schema)) expect(run).toContain(`options.${option}`)
    for (const name of ['Dockerfile', 'DOCS.md', 'README.md'])
      expect(existsSync(at(`deploy/home-assistant/heliograph/${name}`))).toBe(true)
  })

  it('has pictures of the sizes that Home Assistant wants', async () => {
    const sizeOf = async (name: string) => {
      const { format, width, height } = await sharp(at(`deploy/home-assistant/heliograph/${name}`)).metadata()
      return [format, width, height]
    }
    expect(await sizeOf('icon.png')).toEqual(['png', 128, 128])
    expect(await sizeOf('logo.png')).toEqual(['png', 250, 100])
  })
})
