import type { SearchSchemaInput } from '@tanstack/react-router'
import type { Role } from '#shared/roles.ts'

/** List state in the URL. All values are text. */
type ListSearch<Key extends string = never> = { [K in Key | 'page' | 'search']?: string }

/** Search parameters of a list: page, search and the given filters. */
export const listSearch =
  <Key extends string = never>(...keys: Key[]) =>
  (raw: Record<string, unknown> & SearchSchemaInput): ListSearch<Key> => {
    const kept: Record<string, string> = {}
    for (const key of ['page', 'search', ...keys]) {
      const value = raw[key]
      if (value !== undefined && value !== '') kept[key] = String(value)
    }
    return kept as ListSearch<Key>
  }

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Roles that may open the page. If missing, every signed-in user may. */
    roles?: readonly Role[]
  }
}

/**
 * A route's `staticData` that restricts it to the given roles. The shell shows everyone else that they have no access.
 */
export const only = (...roles: Role[]) => ({ roles })
