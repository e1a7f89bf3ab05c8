import { PageHeader } from '#client/ui/page-header.tsx'

export function NotificationAnalyticsScreen() {
  return <PageHeader title="Notification Analytics" purpose="" />
}
