import { useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { create } from 'zustand'
import { maxPageSize } from '#shared/numbers.ts'
import { useChangeSearch } from './change-search.ts'
import { localStore } from './device/browser.ts'

export const pageSizes = [20, 50, 100, 200] as const
const defaultSize = pageSizes[0]

/** A list's state in the URL: page, page size and search, plus the screen's filters. Unset values are undefined. */
export type ListParams<Key extends string> = { page: number; limit: number; search?: string } & { [K in Key]?: string }

const storageKey = 'pageSize'
const usePageSize = create<number>(
  () => pageSizes.find((size) => String(size) === localStore.read(storageKey)) ?? defaultSize,
)

function remember(size: number) {
  if (!pageSizes.some((known) => known === size)) return
  usePageSize.setState(size, true)
  localStore.write(storageKey, String(size))
}

const wholeNumber = (value: unknown) => {
  const number = Number(value ?? Number.NaN)
  return Number.isInteger(number) && number >= 1 ? number : undefined
}

/**
 * Reads and changes a list's page, page size, search, filters and order in the URL, so Back, reload and links
 * work. Changing anything but the page resets to page 1. Filter values must be strings.
 *
 * `limit` comes from the URL, or else from the last choice in this browser, and defaults to 20. Setting it stores it
 * for all lists. `DataList` has an example.
 *
 * @returns `[params, setParams(patch)]`; undefined or '' in the patch removes a filter
 */
export function useListParams<Key extends string = never>(keys: readonly Key[] = []) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const change = useChangeSearch()
  const size = usePageSize()
  const text = (key: string) => (typeof search[key] === 'string' && search[key] !== '' ? search[key] : undefined)
  const params = {
    page: wholeNumber(search.page) ?? 1,
    limit: Math.min(maxPageSize, wholeNumber(search.limit) ?? size),
  } as ListParams<Key>
  for (const key of ['search', ...keys]) {
    const value = text(key)
    if (value !== undefined) Object.assign(params, { [key]: value })
  }
  const setParams = useCallback(
    (patch: Partial<ListParams<Key>>) => {
      if (patch.limit !== undefined) remember(patch.limit)
      const turns = 'page' in patch
      change(
        (before) => {
          const next: Record<string, unknown> = { ...before, page: undefined, ...patch }
          return Object.fromEntries(
            Object.entries(next)
              .filter(([key, value]) => value !== undefined && value !== '' && !(key === 'page' && value === 1))
              .map(([key, value]) => [key, String(value)]),
          )
        },
        { replace: !turns, resetScroll: turns },
      )
    },
    [change],
  )
  return [params, setParams] as const
}

/** Props for a `FilterBar`'s search that is kept in the URL. */
export const searchOf = (
  { search = '' }: { search?: string | undefined },
  change: (patch: { search: string }) => void,
  placeholder: string,
) => ({ value: search, onChange: (next: string) => change({ search: next }), placeholder })
