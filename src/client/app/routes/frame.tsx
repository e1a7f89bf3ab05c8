import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router'
import { readSession, readSessionEnd } from '#client/lib/session-store.ts'
import { Drawn } from '../drawn.tsx'
import { Shell } from '../shell.tsx'

const Screen = () => (
  <Drawn>
    <Outlet />
  </Drawn>
)

export const root = createRootRoute({ component: Screen, notFoundComponent: () => null })

/** Layout of every screen that requires sign-in. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => {
    if (readSession()) return
    const back = readSessionEnd() !== 'logout' && location.pathname !== '/'
    throw redirect({ to: '/login', search: back ? { redirect: location.href } : {}, replace: true })
  },
  component: Shell,
})
