import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { withClientStyle } from '../address/address.ts'

/** A branding project in the first URL is kept in every later one (specification, section 2). */
export function KeepClientStyle({ clientStyle }: Readonly<{ clientStyle: string | undefined }>) {
  const location = useLocation()
  const navigate = useNavigate()
  const search = withClientStyle(location.search, clientStyle)
  useEffect(() => {
    if (search !== location.search) void navigate({ ...location, search }, { replace: true, state: location.state })
  }, [search, location, navigate])
  return null
}
