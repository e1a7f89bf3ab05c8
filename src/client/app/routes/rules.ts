import { redirect, type SearchSchemaInput } from '@tanstack/react-router'
import { readSession } from '#client/lib/session-store.ts'
import type { Role } from '#shared/roles.ts'
import { home } from '../tabs.ts'

/** What a list keeps in the URL; every value is the text that stands there. */
type ListSearch<Key extends string = never> = { [K in Key | 'page' | 'search']?: string }

/** The search parameters of a list: page, search and the filters named. */
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

/** Only for the roles named; everyone else goes to their own dashboard. */
export const only =
  (...allowed: Role[]) =>
  () => {
    const role = readSession()?.user.role
    if (role && !allowed.includes(role)) throw redirect({ to: home, replace: true })
  }

/** There is no such tab: to the own dashboard, or to the sign-in. */
export const goHome = () => {
  throw redirect({ to: readSession() ? home : '/login', replace: true })
}
