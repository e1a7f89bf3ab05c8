import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
  redirect,
  type SearchSchemaInput,
} from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect } from 'react'
import { readSession, readSessionEnd } from '#client/lib/session-store.ts'
import type { Role } from '#shared/roles.ts'
import { Shell } from './shell.tsx'
import { tabWithPath } from './tabs.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Roles that may open the page. Defaults to every signed-in user. */
    roles?: readonly Role[]
  }
}

/** Wraps content that replaces the loading placeholder from index.html. */
export function PlaceholderRemoved({ children }: { children: ReactNode }) {
  useLayoutEffect(() => document.querySelector('.boot')?.remove(), [])
  return children
}

const Screen = () => (
  <PlaceholderRemoved>
    <Outlet />
  </PlaceholderRemoved>
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

/** List state in the URL. All values are strings. */
type ListSearch<Key extends string> = { [K in Key | 'page' | 'search']?: string }

interface ScreenOptions<Key extends string> {
  /** Roles that may open the page. Defaults to the roles of the tab at this path, or to every signed-in user. */
  roles?: readonly Role[]
  /** Search parameters to keep, besides `page` and `search`. */
  search?: readonly Key[]
}

export function screen<const Path extends string, Key extends string = never>(
  path: Path,
  component: RouteComponent,
  { roles = tabWithPath(path)?.roles, search = [] }: ScreenOptions<Key> = {},
) {
  return createRoute({
    getParentRoute: () => shell,
    path,
    component,
    staticData: roles ? { roles } : {},
    validateSearch: (raw: Record<string, unknown> & SearchSchemaInput): ListSearch<Key> => {
      const kept: Record<string, string> = {}
      for (const key of ['page', 'search', ...search]) {
        const value = raw[key]
        if (value !== undefined && value !== '') kept[key] = String(value)
      }
      return kept as ListSearch<Key>
    },
  })
}

/** Adds a screen whose code is loaded on demand. */
export const page = <const Path extends string, Module, Key extends string = never>(
  path: Path,
  load: () => Promise<Module>,
  name: keyof Module & string,
  options?: ScreenOptions<Key>,
) => screen(path, lazyRouteComponent(load as () => Promise<Record<string, RouteComponent>>, name), options)

/** Shows a different screen per role at the same path. Loads only the code for the user's role. */
export function byRole(screens: Partial<Record<Role, RouteComponent>>): RouteComponent {
  const own = () => screens[readSession()?.user.role ?? 'student']
  const show = () => {
    const Own = own()
    return Own ? <Own /> : null
  }
  return Object.assign(show, { preload: () => own()?.preload?.() })
}
