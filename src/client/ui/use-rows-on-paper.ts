import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { maxPageSize } from '#shared/numbers.ts'
import { usePrinting } from './use-printing.ts'

/** Called after each page with the rows loaded so far, and all there are. */
export type OnProgress = (loaded: number, total: number) => void

interface PageOfRows<Row> {
  rows: readonly Row[]
  total: number
}

const onPaper = 'on paper'

/**
 * All rows of a paged list for paper. Print loads them with `load`; while the browser prints, they are `rows`. They are forgotten
 * afterwards, so Ctrl+P prints the page on the screen.
 *
 * @param list names the list and everything its rows depend on: where it is equal, the rows are shared
 */
export function useRowsOnPaper<Row>(
  list: readonly unknown[],
  readPage: (page: { page: number; limit: number }) => Promise<PageOfRows<Row>>,
) {
  const client = useQueryClient()
  const queryKey = [onPaper, ...list]
  const { data } = useQuery<readonly Row[]>({ queryKey, enabled: false })
  const printing = usePrinting()
  useEffect(() => {
    const forget = () => void client.resetQueries({ queryKey: [onPaper] })
    window.addEventListener('afterprint', forget)
    return () => window.removeEventListener('afterprint', forget)
  }, [client])
  return {
    rows: printing ? data : undefined,
    load: async (onProgress: OnProgress) => {
      const loaded: Row[] = []
      for (let page = 1; ; page++) {
        const { rows, total } = await readPage({ page, limit: maxPageSize })
        loaded.push(...rows)
        onProgress(loaded.length, total)
        if (rows.length === 0 || loaded.length >= total) break
      }
      client.setQueryData(queryKey, loaded)
    },
  }
}
