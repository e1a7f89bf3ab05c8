import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** A list's state in the URL: page and search always, and the filters the screen names. Unset is undefined. */
export type ListParams<Key extends string> = { page: number; search?: string } & { [K in Key]?: string }

/**
 * Reads and changes a list's page, search and filters in the URL, so that back, refresh and links work. Changing anything
 * but the page goes to page 1. Every key must be a string.
 *
 * @returns `[params, setParams(patch)]`; undefined or '' in the patch removes a filter
 */
export function useListParams<Key extends string = never>(keys: readonly Key[] = []) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const text = (key: string) => (typeof search[key] === 'string' && search[key] !== '' ? search[key] : undefined)
  const params = { page: Math.max(1, Math.trunc(Number(search.page ?? 1)) || 1) } as ListParams<Key>
  for (const key of ['search', ...keys]) {
    const value = text(key)
    if (value !== undefined) Object.assign(params, { [key]: value })
  }
  const setParams = useCallback(
    (patch: Partial<ListParams<Key>>) =>
      void navigate({
        to: '.',
        replace: !('page' in patch),
        resetScroll: 'page' in patch,
        search: (before: Record<string, unknown>) => {
          const next: Record<string, unknown> = { ...before, page: undefined, ...patch }
          return Object.fromEntries(
            Object.entries(next)
              .filter(([key, value]) => value !== undefined && value !== '' && !(key === 'page' && value === 1))
              .map(([key, value]) => [key, String(value)]),
          )
        },
      }),
    [navigate],
  )
  return [params, setParams] as const
}
