import { useState } from 'react'

/** A choice of this browser that is no setting of the account: kept where the browser allows it, else until the page is left. */
export function useKeptSwitch(name: string): readonly [boolean, (isOn: boolean) => void] {
  const key = `switch.${name}`
  const [isOn, setOn] = useState(() => read(key))
  const change = (next: boolean): void => {
    setOn(next)
    try {
      if (next) localStorage.setItem(key, '1')
      else localStorage.removeItem(key)
    } catch {
      // A browser that keeps nothing.
    }
  }
  return [isOn, change]
}

function read(key: string): boolean {
  try {
    return localStorage.getItem(key) === '1'
  } catch {
    return false
  }
}
