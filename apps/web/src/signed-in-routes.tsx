/** Everything behind the sign-in, in its own chunk: the sign-in page need not wait for it. */

import { useQuery } from '@tanstack/react-query'
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router'
import { CANCELLED_PATH, SETTINGS_PATH } from './address/account-paths.ts'
import { applicationPath, applications, plantPath } from './address/paths.ts'
import { startPath } from './address/start-path.ts'
import { plantCountsQuery } from './api/queries.ts'
import { useUser } from './auth/session.ts'
import { SignInPrompts } from './features/account/prompts/sign-in-prompts.tsx'
import { NoPlantOpen } from './features/fleet/plant-list/no-plants.tsx'
import { PlantRail } from './features/fleet/plant-list/plant-rail.tsx'
import { FleetPage, LargeScreenPage, PlantDataPage } from './first-screens.ts'
import { Permitted, usePermission } from './identity/permitted.tsx'
import { AppLayout } from './shell/app-layout.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { PageSkeleton } from './shell/page-skeleton.tsx'
import { PlantsLayout } from './shell/plants-layout.tsx'
import { RefusedPage } from './shell/refused-page.tsx'
import { RequireUser } from './shell/require-user.tsx'
import { WithPlants } from './shell/with-plants.tsx'
import { LaterTexts } from './texts/later-texts.tsx'
import { lazyPart } from './ui/lazy-part.ts'

const PlantBinPage = lazyPart(() => import('./features/fleet/plant-bin/plant-bin-page.tsx'), 'PlantBinPage')
const FlowGuidePage = lazyPart(() => import('./features/plant/flow-guide/flow-guide-page.tsx'), 'FlowGuidePage')
const AlarmsPage = lazyPart(() => import('./features/plant/alarms/alarms-page.tsx'), 'AlarmsPage')
const OwnRulesPage = lazyPart(() => import('./features/plant/alarms/own-rules-page.tsx'), 'OwnRulesPage')
const FleetAlarmsPage = lazyPart(() => import('./features/plant/alarms/alarms-page.tsx'), 'FleetAlarmsPage')
const DeviceListPage = lazyPart(() => import('./features/plant/device-list/device-list-page.tsx'), 'DeviceListPage')
const AccuracyPage = lazyPart(() => import('./features/plant/forecast/accuracy-page.tsx'), 'AccuracyPage')
const LetterPage = lazyPart(() => import('./features/plant/letter/letter-page.tsx'), 'LetterPage')
const WhatIfPage = lazyPart(() => import('./features/plant/what-if/what-if-page.tsx'), 'WhatIfPage')
const BatteryPage = lazyPart(() => import('./features/plant/battery/battery-page.tsx'), 'BatteryPage')
const FleetReportsPage = lazyPart(
  () => import('./features/plant/export-data/fleet-reports-page.tsx'),
  'FleetReportsPage',
)
const CommunicationPage = lazyPart(() => import('./features/plant/quality/communication-page.tsx'), 'CommunicationPage')
const DeviceDetailPage = lazyPart(
  () => import('./features/plant/device-detail/device-detail-page.tsx'),
  'DeviceDetailPage',
)
const ExplorerPage = lazyPart(() => import('./features/plant/explorer/explorer-page.tsx'), 'ExplorerPage')
const PlantExplorerPage = lazyPart(() => import('./features/plant/explorer/explorer-page.tsx'), 'PlantExplorerPage')
const PlantCreatePage = lazyPart(() => import('./features/plant/plant-create/plant-create-page.tsx'), 'PlantCreatePage')
const PlantSettingsPage = lazyPart(
  () => import('./features/plant/plant-settings/plant-settings-page.tsx'),
  'PlantSettingsPage',
)
const PerformancePage = lazyPart(() => import('./features/plant/performance/performance-page.tsx'), 'PerformancePage')
const PhotosPage = lazyPart(() => import('./features/plant/photos/photos-page.tsx'), 'PhotosPage')
const LoggerPage = lazyPart(() => import('./features/plant/logger/logger-page.tsx'), 'LoggerPage')
const ReplacePage = lazyPart(() => import('./features/plant/logger/replace-page.tsx'), 'ReplacePage')
const SeeAtHome = lazyPart(() => import('./features/plant/connect/see-at-home.tsx'), 'SeeAtHome')
const ScanPage = lazyPart(() => import('./features/plant/connect/scan-page.tsx'), 'ScanPage')
const AgentsPage = lazyPart(() => import('./features/plant/connect/agents-page.tsx'), 'AgentsPage')
const ConnectPage = lazyPart(() => import('./features/plant/connect/connect-page.tsx'), 'ConnectPage')
const LabPage = lazyPart(() => import('./features/plant/profile-lab/lab-page.tsx'), 'LabPage')
const ConnectionPage = lazyPart(() => import('./features/plant/connect/connection-page.tsx'), 'ConnectionPage')
const RelatePage = lazyPart(() => import('./features/plant/relate/relate-page.tsx'), 'RelatePage')
const QualityPage = lazyPart(() => import('./features/plant/quality/quality-page.tsx'), 'QualityPage')
const ImportPage = lazyPart(() => import('./features/plant/import-history/import-page.tsx'), 'ImportPage')
const ExportDataPage = lazyPart(() => import('./features/plant/export-data/export-data-page.tsx'), 'ExportDataPage')
const LayoutPage = lazyPart(() => import('./features/plant/module-layout/layout-page.tsx'), 'LayoutPage')
const MessagesPage = lazyPart(() => import('./features/account/messages/messages-page.tsx'), 'MessagesPage')
const MessageSettingsPage = lazyPart(
  () => import('./features/account/messages/message-settings-page.tsx'),
  'MessageSettingsPage',
)
const AccountLayout = lazyPart(() => import('./features/account/account/account-layout.tsx'), 'AccountLayout')
const AccountIndex = lazyPart(() => import('./features/account/account/account-layout.tsx'), 'AccountIndex')
const BasePage = lazyPart(() => import('./features/account/account/base-page.tsx'), 'BasePage')
const CommonPage = lazyPart(() => import('./features/account/account/common-page.tsx'), 'CommonPage')
const SecurityPage = lazyPart(() => import('./features/account/account/security/security-page.tsx'), 'SecurityPage')
const OrganizationPage = lazyPart(
  () => import('./features/account/organization/organization-page.tsx'),
  'OrganizationPage',
)
const DataCenterPage = lazyPart(() => import('./features/account/data-center/data-center-page.tsx'), 'DataCenterPage')
const ExportPage = lazyPart(() => import('./features/account/leaving/export-page.tsx'), 'ExportPage')
const RevokePage = lazyPart(() => import('./features/account/leaving/revoke-page.tsx'), 'RevokePage')
const RevokeStepPage = lazyPart(() => import('./features/account/leaving/revoke-step-page.tsx'), 'RevokeStepPage')
const CancelledPage = lazyPart(() => import('./features/account/leaving/cancelled-page.tsx'), 'CancelledPage')
const ApplicationHomePage = lazyPart(
  () => import('./features/account/application/application-home-page.tsx'),
  'ApplicationHomePage',
)
const DataPlansPage = lazyPart(() => import('./features/account/application/data-plans-page.tsx'), 'DataPlansPage')
const ScreenLinksPage = lazyPart(() => import('./features/fleet/large-screen/screen-links-page.tsx'), 'ScreenLinksPage')
const MessageChargePage = lazyPart(
  () => import('./features/account/application/message-charge-page.tsx'),
  'MessageChargePage',
)
const InsurancePage = lazyPart(() => import('./features/account/application/insurance-page.tsx'), 'InsurancePage')
const PluginPage = lazyPart(() => import('./features/account/application/plugin-page.tsx'), 'PluginPage')
const SuggestionPage = lazyPart(() => import('./features/account/support/suggestion-page.tsx'), 'SuggestionPage')
const OnlineSupportPage = lazyPart(
  () => import('./features/account/support/online-support-page.tsx'),
  'OnlineSupportPage',
)
const InstructionsPage = lazyPart(() => import('./features/account/support/instructions-page.tsx'), 'InstructionsPage')
const OperatorPage = lazyPart(() => import('./features/account/support/operator/operator-page.tsx'), 'OperatorPage')

const BrandsPage = lazyPart(() => import('./features/operator/branding/brands-page.tsx'), 'BrandsPage')

const SecurityEventsPage = lazyPart(
  () => import('./features/account/security-events/security-events-page.tsx'),
  'SecurityEventsPage',
)

/** The tabs of a plant with which a visit may begin. */
const tabs: Readonly<Record<string, Readonly<{ preload: () => Promise<unknown> }>>> = {
  alert: AlarmsPage,
  device: DeviceListPage,
  battery: BatteryPage,
  performance: PerformancePage,
  quality: QualityPage,
  relate: RelatePage,
  exportdata: ExportDataPage,
  'component-layout': LayoutPage,
  detail: PlantSettingsPage,
}

/** Loads the tab that an address names, with its texts. @throws when it cannot be loaded */
export async function preloadTab(pathname: string): Promise<void> {
  const [, tab = ''] = /^\/plant\/infos\/([^/]+)$/.exec(pathname) ?? []
  await (Object.hasOwn(tabs, tab) ? tabs[tab]?.preload() : undefined)
}

/** Redirects one path to another and keeps the query. */
const Forward = ({ to }: Readonly<{ to: string }>) => {
  const { search } = useLocation()
  return <Navigate to={{ pathname: to, search }} replace />
}

/** The fleet for people with several plants, else the user's start plant and start page. */
const Start = () => {
  const { search } = useLocation()
  const { preferences } = useUser()
  // Asked for before the page was drawn.
  const { data, isPending } = useQuery(plantCountsQuery(''))
  if (isPending) return <PageSkeleton />
  return <Navigate to={startPath(preferences, search, data?.total ?? 0)} replace />
}

const PlantCreate = () => (
  <Permitted any={['plantCreate']} fallback={<RefusedPage right="plantCreate" />}>
    <LaterTexts feature="create-plant" waiting={<PageSkeleton />}>
      <PlantCreatePage />
    </LaterTexts>
  </Permitted>
)

const Logger = () => (
  <LaterTexts feature="create-plant" waiting={<PageSkeleton />}>
    <LoggerPage />
  </LaterTexts>
)

const Replace = () => (
  <LaterTexts feature="replace" waiting={<PageSkeleton />}>
    <ReplacePage />
  </LaterTexts>
)

const connectSights = ['network', 'local', 'home', 'broker', 'api', 'meter'] as const
const isConnectSight = (see: string | null): see is (typeof connectSights)[number] =>
  connectSights.some((known) => known === see)

const AddDeviceBy = ({ see }: Readonly<{ see: string | null }>) => {
  if (see === 'scan') return <ScanPage />
  if (see === 'agent') return <AgentsPage />
  return isConnectSight(see) ? <ConnectPage key={see} see={see} /> : <Logger />
}

/** The answer to the question above decides how the device is added. */
const AddDevice = () => {
  const params = new URLSearchParams(useLocation().search)
  const see = params.get('see')
  return (
    <LaterTexts feature="targets" waiting={<PageSkeleton />}>
      {!params.has('added') && <SeeAtHome />}
      <AddDeviceBy see={see} />
    </LaterTexts>
  )
}

const Connection = () => (
  <LaterTexts feature="targets" waiting={<PageSkeleton />}>
    <ConnectionPage />
  </LaterTexts>
)

const Lab = () => (
  <LaterTexts feature="targets" waiting={<PageSkeleton />}>
    <LaterTexts feature="lab" waiting={<PageSkeleton />}>
      <LabPage />
    </LaterTexts>
  </LaterTexts>
)

const Photos = () => (
  <LaterTexts feature="photos" waiting={<PageSkeleton />}>
    <PhotosPage />
  </LaterTexts>
)

const Layout = () => (
  <Permitted any={['deviceLayout']} fallback={<RefusedPage right="deviceLayout" part />}>
    <LaterTexts feature="module-layout" waiting={<PageSkeleton />}>
      <LayoutPage />
    </LaterTexts>
  </Permitted>
)

/** A wall: without the frame of the other pages. */
const LargeScreen = () => (
  <Permitted any={['largeScreen']} fallback={<RefusedPage right="largeScreen" />}>
    <LaterTexts feature="large-screen" waiting={<PageSkeleton />}>
      <LaterTexts feature="alarm-page" waiting={<PageSkeleton />}>
        <LargeScreenPage />
      </LaterTexts>
    </LaterTexts>
  </Permitted>
)

const Messages = () => (
  <Permitted any={['message']} fallback={<RefusedPage right="message" />}>
    <MessagesPage />
  </Permitted>
)

const MessageSettings = () => (
  <Permitted any={['message']} fallback={<RefusedPage right="message" part />}>
    <MessageSettingsPage />
  </Permitted>
)

const Instructions = () => (
  <Permitted any={['onlineInstructions']} fallback={<RefusedPage right="onlineInstructions" part />}>
    <LaterTexts feature="manual" waiting={<PageSkeleton />}>
      <InstructionsPage />
    </LaterTexts>
  </Permitted>
)

/** `/application/detail` leads to the first application that this person has. */
const FirstApplication = () => {
  const may = usePermission()
  return <Forward to={applicationPath(applications.find((application) => may([application])))} />
}

const ExportData = () => (
  <Permitted any={['dataExport']} fallback={<RefusedPage right="dataExport" part />}>
    <ExportDataPage />
  </Permitted>
)

const FleetReports = () => (
  <Permitted any={['dataExport']} fallback={<RefusedPage right="dataExport" part />}>
    <WithPlants>
      <FleetReportsPage />
    </WithPlants>
  </Permitted>
)

const FleetAlarms = () => (
  <WithPlants>
    <FleetAlarmsPage />
  </WithPlants>
)

const Explorer = () => (
  <WithPlants>
    <ExplorerPage />
  </WithPlants>
)

const Communication = () => (
  <WithPlants>
    <CommunicationPage />
  </WithPlants>
)

const WithApplicationTexts = () => (
  <Permitted any={['application']} fallback={<RefusedPage right="application" />}>
    <LaterTexts feature="application" waiting={<PageSkeleton />}>
      <Outlet />
    </LaterTexts>
  </Permitted>
)

const Screens = () => (
  <LaterTexts feature="large-screen" waiting={<PageSkeleton />}>
    <ScreenLinksPage />
  </LaterTexts>
)

/** Pages with their texts, which come with the first of them. */
const WithSupportTexts = () => (
  <LaterTexts feature="support" waiting={<PageSkeleton />}>
    <Outlet />
  </LaterTexts>
)

export function SignedInRoutes() {
  return (
    <Routes>
      <Route path={CANCELLED_PATH} element={<CancelledPage />} />
      <Route element={<RequireUser />}>
        <Route path="/largescreen" element={<LargeScreen />} />
        <Route element={<AppLayout prompts={<SignInPrompts />} />}>
          <Route path="/" element={<Start />} />
          <Route path="/plant" element={<Start />} />
          <Route path="/plant/infos" element={<Start />} />
          <Route element={<PlantsLayout rail={<PlantRail />} empty={<NoPlantOpen />} />}>
            <Route path="/plant/fleet" element={<FleetPage />} />
            <Route path="/plant/infos/data" element={<PlantDataPage />} />
            <Route path="/alarms" element={<FleetAlarms />} />
            <Route path="/alarms/rules" element={<OwnRulesPage />} />
            <Route path="/plant/infos/alert" element={<AlarmsPage />} />
            {/* The names that the earlier four-tab view had. */}
            <Route path="/plant/infos/alarm" element={<Forward to={plantPath('alert')} />} />
            <Route path="/plant/infos/related" element={<Forward to={plantPath('relate')} />} />
            <Route path="/plant/infos/device" element={<DeviceListPage />} />
            <Route
              path="/plant/infos/accuracy"
              element={
                <LaterTexts feature="weather" waiting={<PageSkeleton />}>
                  <AccuracyPage />
                </LaterTexts>
              }
            />
            <Route
              path="/plant/infos/letter"
              element={
                <LaterTexts feature="letter" waiting={<PageSkeleton />}>
                  <LaterTexts feature="performance" waiting={<PageSkeleton />}>
                    <LetterPage />
                  </LaterTexts>
                </LaterTexts>
              }
            />
            <Route
              path="/plant/infos/what-if"
              element={
                <LaterTexts feature="what-if" waiting={<PageSkeleton />}>
                  <WhatIfPage />
                </LaterTexts>
              }
            />
            <Route path="/plant/infos/device/add" element={<AddDevice />} />
            <Route path="/plant/infos/device/replace" element={<Replace />} />
            <Route path="/plant/infos/device/connection" element={<Connection />} />
            <Route path="/plant/infos/device/lab" element={<Lab />} />
            <Route path="/plant/infos/battery" element={<BatteryPage />} />
            <Route
              path="/plant/infos/performance"
              element={
                <LaterTexts feature="performance" waiting={<PageSkeleton />}>
                  <PerformancePage />
                </LaterTexts>
              }
            />
            <Route path="/plant/infos/relate" element={<RelatePage />} />
            <Route path="/plant/infos/quality" element={<QualityPage />} />
            <Route path="/plant/infos/explorer" element={<PlantExplorerPage />} />
            <Route path="/plant/infos/import" element={<ImportPage />} />
            <Route path="/plant/infos/photos" element={<Photos />} />
            <Route path="/plant/infos/exportdata" element={<ExportData />} />
            <Route path="/plant/infos/component-layout" element={<Layout />} />
            <Route path="/plant/infos/detail/:part?" element={<PlantSettingsPage />} />
            {/* An address that emails about loggers named. */}
            <Route path="/plant/infos/settings" element={<Forward to="/plant/infos/detail/devices" />} />
          </Route>
          <Route path="/plant/flow" element={<FlowGuidePage />} />
          <Route path="/plant/bin" element={<PlantBinPage />} />
          <Route path="/plant/create" element={<PlantCreate />} />
          <Route path="/messages" element={<Messages />} />
          <Route path="/explorer" element={<Explorer />} />
          <Route path="/communicationReport" element={<Communication />} />
          <Route path="/reports" element={<FleetReports />} />
          <Route path="/device-detail" element={<DeviceDetailPage />} />
          <Route path="/application/detail/largeScreen" element={<Screens />} />
          <Route path="/application" element={<Forward to={applicationPath()} />} />
          <Route element={<WithApplicationTexts />}>
            <Route path="/application/home" element={<ApplicationHomePage />} />
            <Route path="/application/detail" element={<FirstApplication />} />
            <Route path="/application/detail/deviceCharge" element={<DataPlansPage />} />
            <Route path="/application/detail/messageCharge" element={<MessageChargePage />} />
            <Route path="/application/detail/plugin" element={<PluginPage />} />
            <Route path="/application/detail/insurance" element={<InsurancePage />} />
          </Route>
          <Route path="/account" element={<Forward to={SETTINGS_PATH} />} />
          <Route path={SETTINGS_PATH} element={<AccountLayout />}>
            <Route index element={<AccountIndex />} />
            <Route path="base" element={<BasePage />} />
            <Route path="common" element={<CommonPage />} />
            <Route path="message" element={<MessageSettings />} />
            <Route path="security" element={<SecurityPage />} />
            <Route path="security-events" element={<SecurityEventsPage />} />
            <Route path="brand" element={<BrandsPage />} />
            <Route element={<WithSupportTexts />}>
              <Route path="operator" element={<OperatorPage />} />
              <Route path="instructions" element={<Instructions />} />
              <Route path="udesk" element={<OnlineSupportPage />} />
              <Route path="suggestion" element={<SuggestionPage />} />
            </Route>
            <Route path="organization" element={<OrganizationPage />} />
            <Route path="data-center" element={<DataCenterPage />} />
            <Route path="exportAccount" element={<ExportPage />} />
            <Route path="accountRevoke" element={<RevokePage />} />
            <Route path="accountRevokeStep" element={<RevokeStepPage />} />
          </Route>
        </Route>
      </Route>
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  )
}
