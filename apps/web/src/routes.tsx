import { lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { importSignedIn, preload } from './preload.ts'

const LoginPage = lazy(async () => ({ default: (await import('./features/login/login-page.tsx')).LoginPage }))
const RegisterPage = lazy(async () => ({
  default: (await import('./features/register/register-page.tsx')).RegisterPage,
}))
const ForgotPasswordPage = lazy(async () => ({
  default: (await import('./features/forgot-password/forgot-password-page.tsx')).ForgotPasswordPage,
}))
const ThirdPartyPage = lazy(async () => ({
  default: (await import('./features/third-party/third-party-page.tsx')).ThirdPartyPage,
}))
const InvitationPage = lazy(async () => ({
  default: (await import('./features/invitation/invitation-page.tsx')).InvitationPage,
}))
const SetupPage = lazy(async () => ({ default: (await import('./features/setup/setup-page.tsx')).SetupPage }))
const VersionPage = lazy(async () => ({ default: (await import('./shell/version-page.tsx')).VersionPage }))
const SignedInRoutes = lazy(async () => ({ default: (await importSignedIn()).SignedInRoutes }))

const Waiting = (
  <div className="splash" role="status">
    <span className="splash-sun" />
  </div>
)

export function AppRoutes() {
  return (
    <Suspense fallback={Waiting}>
      <Routes>
        <Route path="/login" element={<LoginPage onSubmit={() => preload('/plant')} />} />
        <Route path="/register" element={<RegisterPage />} />
        <Route path="/forgetPassword" element={<ForgotPasswordPage />} />
        <Route path="/tencentLogin" element={<ThirdPartyPage />} />
        <Route path="/invitation" element={<InvitationPage />} />
        <Route path="/setup" element={<SetupPage />} />
        <Route path="/version" element={<VersionPage />} />
        <Route path="*" element={<SignedInRoutes />} />
      </Routes>
    </Suspense>
  )
}
