import { PageHeader } from '#client/ui/page-header.tsx'

export function NotificationsScreen() {
  return <PageHeader title="Notifications" purpose="" />
}
