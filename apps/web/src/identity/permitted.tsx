/**
 * Decides what the page shows to whom (specification, section 6). The server enforces the rights: nothing here protects
 * data.
 */
import { isOn, isPermitted } from '@heliograph/domain/permissions.ts'
import { type ReactNode, useCallback } from 'react'
import type { CurrentUser } from '../api/account-types.ts'
import { useUser } from '../auth/session.ts'
import { useBrand } from '../brand/brand-context.ts'

type Holder = Pick<CurrentUser, 'roleCodes' | 'functions'>

/**
 * Whether the user has any of the listed role or function codes. A user without role codes passes every check; what the
 * brand blocks stays hidden from everybody.
 */
export function isPermittedHere(holder: Holder, any: readonly string[], blocked: ReadonlySet<string>): boolean {
  const asked = any.filter((code) => !blocked.has(code))
  if (asked.length === 0) return false
  if (holder.roleCodes.length === 0) return isPermitted([], asked)
  return isPermitted(
    [...holder.roleCodes, ...holder.functions.filter((item) => isOn(item.isOn)).map(({ code }) => code)],
    asked,
  )
}

export function usePermission(): (any: readonly string[]) => boolean {
  const user = useUser()
  const { blocked } = useBrand()
  return useCallback((any) => isPermittedHere(user, any, blocked), [user, blocked])
}

/** @param fallback the replacement; absent: nothing */
export function Permitted({
  any,
  fallback = null,
  children,
}: Readonly<{ any: readonly string[]; fallback?: ReactNode; children: ReactNode }>) {
  return usePermission()(any) ? children : fallback
}
