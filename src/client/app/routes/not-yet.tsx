import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Role } from '#shared/roles.ts'
import { tabs } from '../tabs.ts'
import { shell } from './frame.tsx'
import { only } from './rules.ts'

const component = lazyRouteComponent(() => import('../not-yet-screen.tsx'), 'NotYetScreen')

const notYet = <const Path extends string>({ path, roles }: { path: Path; roles: readonly Role[] }) =>
  createRoute({ getParentRoute: () => shell, path, beforeLoad: only(...roles), component })

/** Tabs whose screens later versions bring; until then one screen says so. */
export const notYetRoutes = [
  notYet(tabs.notifications),
  notYet(tabs['create-notification']),
  notYet(tabs['notification-analytics']),
] as const
