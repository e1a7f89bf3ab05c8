/** One page of a list that is already loaded. Returns the last page if `page` is beyond the end. */
export function pageOf<Item>(items: readonly Item[], page: number, limit: number) {
  const totalPages = Math.max(1, Math.ceil(items.length / limit))
  const shown = Math.min(page, totalPages)
  return {
    rows: items.slice((shown - 1) * limit, shown * limit),
    pagination: { page: shown, limit, total: items.length, totalPages },
  }
}

interface PageQuery<Page> {
  data: Page | undefined
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

/** The state of a list whose pages are loaded by one query each. `retry` loads the failed ones again. */
export const joined = <Page>(pages: readonly PageQuery<Page>[]) => ({
  loaded: pages.flatMap(({ data }) => (data ? [data] : [])),
  error: pages.find(({ error }) => error)?.error ?? null,
  isFetching: pages.some(({ isFetching }) => isFetching),
  retry: () => {
    for (const page of pages) if (page.error) void page.refetch()
  },
})
