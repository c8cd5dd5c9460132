import { PageSkeleton } from '../../shell/page-skeleton.tsx'

export const DeviceDetailPage = () => <PageSkeleton />
