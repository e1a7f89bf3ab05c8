import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { tabs } from '../tabs.ts'
import { shell } from './frame.tsx'
import { listSearch, only } from './rules.ts'

const inbox = createRoute({
  getParentRoute: () => shell,
  path: tabs.notifications.path,
  validateSearch: listSearch('view', 'open', 'filter', 'type', 'priority', 'sender', 'target', 'status', 'limit'),
  component: lazyRouteComponent(
    () => import('#client/features/notifications/screens/notifications-screen.tsx'),
    'NotificationsScreen',
  ),
})

const create = createRoute({
  getParentRoute: () => shell,
  path: tabs['create-notification'].path,
  staticData: only(...tabs['create-notification'].roles),
  validateSearch: listSearch('edit', 'to'),
  component: lazyRouteComponent(
    () => import('#client/features/notifications/screens/create-notification-screen.tsx'),
    'CreateNotificationScreen',
  ),
})

const analytics = createRoute({
  getParentRoute: () => shell,
  path: tabs['notification-analytics'].path,
  staticData: only(...tabs['notification-analytics'].roles),
  validateSearch: listSearch('from', 'to', 'view', 'limit'),
  component: lazyRouteComponent(
    () => import('#client/features/notifications/screens/notification-analytics-screen.tsx'),
    'NotificationAnalyticsScreen',
  ),
})

export const notificationsRoutes = [inbox, create, analytics] as const
