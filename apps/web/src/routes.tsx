import { Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { LoginPage } from './first-screens.ts'
import { preload, SignedInRoutes } from './preload.ts'
import { lazyPart } from './ui/lazy-part.ts'

const RegisterPage = lazyPart(() => import('./features/public/register/register-page.tsx'), 'RegisterPage')
const ForgotPasswordPage = lazyPart(
  () => import('./features/public/forgot-password/forgot-password-page.tsx'),
  'ForgotPasswordPage',
)
const ThirdPartyPage = lazyPart(() => import('./features/public/third-party/third-party-page.tsx'), 'ThirdPartyPage')
const InvitationPage = lazyPart(() => import('./features/public/invitation/invitation-page.tsx'), 'InvitationPage')
const TermsPage = lazyPart(() => import('./features/public/legal/legal-page.tsx'), 'TermsPage')
const PrivacyPage = lazyPart(() => import('./features/public/legal/legal-page.tsx'), 'PrivacyPage')
const SetupPage = lazyPart(() => import('./features/operator/setup/setup-page.tsx'), 'SetupPage')
const ConfirmReportsPage = lazyPart(
  () => import('./features/plant/export-data/confirm-reports-page.tsx'),
  'ConfirmReportsPage',
)
const CheckFilePage = lazyPart(() => import('./features/public/check-file/check-file-page.tsx'), 'CheckFilePage')
const UnsubscribePage = lazyPart(() => import('./features/account/messages/unsubscribe-page.tsx'), 'UnsubscribePage')
const VersionPage = lazyPart(() => import('./shell/version-page.tsx'), 'VersionPage')
const SharedScreenPage = lazyPart(
  () => import('./features/fleet/large-screen/shared-screen-page.tsx'),
  'SharedScreenPage',
)

const Waiting = (
  <div className="splash" role="status">
    <span className="splash-sun" />
  </div>
)

export function AppRoutes() {
  return (
    <Suspense fallback={Waiting}>
      <Routes>
        <Route path="/login" element={<LoginPage onSubmit={() => void preload('/plant')} />} />
        <Route path="/register" element={<RegisterPage />} />
        <Route path="/forgetPassword" element={<ForgotPasswordPage />} />
        <Route path="/tencentLogin" element={<ThirdPartyPage />} />
        <Route path="/invitation" element={<InvitationPage />} />
        <Route path="/setup" element={<SetupPage />} />
        <Route path="/reports/confirm" element={<ConfirmReportsPage />} />
        <Route path="/reports/check" element={<CheckFilePage />} />
        <Route path="/unsubscribe" element={<UnsubscribePage />} />
        <Route path="/largescreen/shared" element={<SharedScreenPage />} />
        <Route path="/terms" element={<TermsPage />} />
        <Route path="/privacy" element={<PrivacyPage />} />
        <Route path="/version" element={<VersionPage />} />
        <Route path="*" element={<SignedInRoutes />} />
      </Routes>
    </Suspense>
  )
}
