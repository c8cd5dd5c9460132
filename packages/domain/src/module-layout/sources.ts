import { type LayoutModule, sourceKey } from './layout.ts'

type Source = Readonly<{ serial: string; port: number | null }>

/**
 * Which devices and inputs modules have already: each one once, and a device as a whole never beside one of its inputs.
 */
export class TakenSources {
  readonly #whole = new Set<string>()
  readonly #inputs = new Set<string>()
  readonly #withInputs = new Set<string>()

  constructor(modules: readonly LayoutModule[] = []) {
    for (const { serial, port } of modules) if (serial !== null) this.take({ serial, port })
  }

  has({ serial, port }: Source): boolean {
    if (this.#whole.has(serial)) return true
    return port === null ? this.#withInputs.has(serial) : this.#inputs.has(sourceKey({ serial, port }))
  }

  /** @returns false, and takes nothing, if something has it already */
  take(source: Source): boolean {
    if (this.has(source)) return false
    if (source.port === null) this.#whole.add(source.serial)
    else {
      this.#inputs.add(sourceKey(source))
      this.#withInputs.add(source.serial)
    }
    return true
  }
}
