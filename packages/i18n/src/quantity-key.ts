/** The text key of a quantity's name: numbered ones (strings, phases, cells) share a text with the number as argument. */
const numbered = /^(pv|ac|grid|cell)(\d{1,2})([A-Z].*)$/

/** `pv3VoltageV` -> `quantity.n.pvVoltageV` and 3; `pvPowerW` -> `quantity.pvPowerW`. */
export function quantityKey(id: string): Readonly<{ key: string; n: number | undefined }> {
  const [, role, n, rest] = numbered.exec(id) ?? []
  return role && rest ? { key: `quantity.n.${role}${rest}`, n: Number(n) } : { key: `quantity.${id}`, n: undefined }
}
