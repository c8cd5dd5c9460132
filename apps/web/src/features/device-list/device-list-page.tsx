import { PageSkeleton } from '../../shell/page-skeleton.tsx'

export const DeviceListPage = () => <PageSkeleton />
