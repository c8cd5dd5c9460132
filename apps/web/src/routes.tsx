import { lazy, Suspense } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { NoPlantOpen } from './features/plant-list/no-plants.tsx'
import { PlantRail } from './features/plant-list/plant-rail.tsx'
import { AppLayout } from './shell/app-layout.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { PlantsLayout } from './shell/plants-layout.tsx'
import { RequireUser } from './shell/require-user.tsx'
import { VersionPage } from './shell/version-page.tsx'

const importPlantData = () => import('./features/plant-data/plant-data-page.tsx')

const LoginPage = lazy(async () => ({ default: (await import('./features/login/login-page.tsx')).LoginPage }))
const SetupPage = lazy(async () => ({ default: (await import('./features/setup/setup-page.tsx')).SetupPage }))
const PlantDataPage = lazy(async () => ({ default: (await importPlantData()).PlantDataPage }))
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

/** Fetches what the address will need while brand and user are still asked for. */
export function preload(pathname: string): void {
  if (pathname === '/' || pathname === '/plant' || pathname.startsWith('/plant/infos')) void importPlantData()
}

const Forward = ({ to }: Readonly<{ to: string }>) => {
  const { search } = useLocation()
  return <Navigate to={{ pathname: to, search }} replace />
}

const Waiting = (
  <div className="splash" role="status">
    <span className="splash-sun" />
  </div>
)

export function AppRoutes() {
  return (
    <Suspense fallback={Waiting}>
      <Routes>
        <Route path="/login" element={<LoginPage />} />
        <Route path="/setup" element={<SetupPage />} />
        <Route path="/version" element={<VersionPage />} />
        <Route element={<RequireUser />}>
          <Route element={<AppLayout />}>
            <Route path="/" element={<Forward to="/plant" />} />
            <Route path="/plant" element={<Forward to="/plant/infos" />} />
            <Route path="/plant/infos" element={<PlantsLayout rail={<PlantRail />} empty={<NoPlantOpen />} />}>
              <Route index element={<Forward to="/plant/infos/data" />} />
              <Route path="data" element={<PlantDataPage />} />
              <Route path="device" element={<DeviceListPage />} />
              <Route path="device/add" element={<LoggerPage />} />
            </Route>
            <Route path="/plant/create" element={<PlantCreatePage />} />
            <Route path="/device-detail" element={<DeviceDetailPage />} />
          </Route>
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  )
}
