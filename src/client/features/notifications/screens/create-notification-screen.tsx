import { PageHeader } from '#client/ui/page-header.tsx'

export function CreateNotificationScreen() {
  return <PageHeader title="Create Notification" purpose="" />
}
