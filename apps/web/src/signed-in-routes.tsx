/** Everything behind the sign-in, in a chunk of its own: who signs in need not wait for it. */
import { lazy } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { NoPlantOpen } from './features/plant-list/no-plants.tsx'
import { PlantRail } from './features/plant-list/plant-rail.tsx'
import { AppLayout } from './shell/app-layout.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { PlantsLayout } from './shell/plants-layout.tsx'
import { RequireUser } from './shell/require-user.tsx'

const PlantDataPage = lazy(async () => ({
  default: (await import('./features/plant-data/plant-data-page.tsx')).PlantDataPage,
}))
const DeviceListPage = lazy(async () => ({
  default: (await import('./features/device-list/device-list-page.tsx')).DeviceListPage,
}))
const DeviceDetailPage = lazy(async () => ({
  default: (await import('./features/device-detail/device-detail-page.tsx')).DeviceDetailPage,
}))
const PlantCreatePage = lazy(async () => ({
  default: (await import('./features/plant-create/plant-create-page.tsx')).PlantCreatePage,
}))
const LoggerPage = lazy(async () => ({ default: (await import('./features/logger/logger-page.tsx')).LoggerPage }))

/** One address for another, the query kept. */
const Forward = ({ to }: Readonly<{ to: string }>) => {
  const { search } = useLocation()
  return <Navigate to={{ pathname: to, search }} replace />
}

export function SignedInRoutes() {
  return (
    <Routes>
      <Route element={<RequireUser />}>
        <Route element={<AppLayout />}>
          <Route path="/" element={<Forward to="/plant" />} />
          <Route path="/plant" element={<Forward to="/plant/infos" />} />
          <Route path="/plant/infos" element={<Forward to="/plant/infos/data" />} />
          <Route element={<PlantsLayout rail={<PlantRail />} empty={<NoPlantOpen />} />}>
            <Route path="/plant/infos/data" element={<PlantDataPage />} />
            <Route path="/plant/infos/device" element={<DeviceListPage />} />
            <Route path="/plant/infos/device/add" element={<LoggerPage />} />
          </Route>
          <Route path="/plant/create" element={<PlantCreatePage />} />
          <Route path="/device-detail" element={<DeviceDetailPage />} />
        </Route>
      </Route>
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  )
}
