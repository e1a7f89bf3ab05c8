/** One page of a list that is already loaded. Returns the last page if `page` is beyond the end. */
export function pageOf<Item>(items: readonly Item[], page: number, limit: number) {
  const totalPages = Math.max(1, Math.ceil(items.length / limit))
  const shown = Math.min(page, totalPages)
  return {
    rows: items.slice((shown - 1) * limit, shown * limit),
    pagination: { page: shown, limit, total: items.length, totalPages },
  }
}
