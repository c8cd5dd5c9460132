/** Caches as the browser has them, in memory. */
export function createCaches() {
  const stores = new Map<string, Map<string, Response>>()
  const toKey = (key: unknown) => (key instanceof Request ? key.url : String(key))
  return {
    has: async (text: string) => stores.has(text),
    delete: async (text: string) => stores.delete(text),
    open: async (text: string) => {
      const store = stores.get(text) ?? new Map<string, Response>()
      stores.set(text, store)
      return {
        put: async (key: unknown, reply: Response) => void store.set(toKey(key), reply),
        match: async (key: unknown) => store.get(toKey(key))?.clone(),
        keys: async () => [...store.keys()],
        delete: async (key: unknown) => store.delete(toKey(key)),
      }
    },
  }
}
