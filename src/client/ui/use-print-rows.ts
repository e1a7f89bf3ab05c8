import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { maxPageSize } from '#shared/numbers.ts'
import { usePrinting } from './use-printing.ts'

/** Called after each page with the number of rows loaded so far, and the total. */
export type OnProgress = (loaded: number, total: number) => void

interface PageOfRows<Row> {
  rows: readonly Row[]
  total: number
}

const printKey = 'on paper'

/**
 * All rows of a paged list, for printing. The Print action loads them with `load`, and `rows` contains them while the
 * browser prints. They are dropped afterwards, so Ctrl+P prints only the page on the screen.
 *
 * @param list identifies the list and everything its rows depend on; equal lists share rows
 */
export function usePrintRows<Row>(
  list: readonly unknown[],
  readPage: (page: { page: number; limit: number }) => Promise<PageOfRows<Row>>,
) {
  const client = useQueryClient()
  const queryKey = [printKey, ...list]
  const { data } = useQuery<readonly Row[]>({ queryKey, enabled: false })
  const printing = usePrinting()
  useEffect(() => {
    const forget = () => void client.resetQueries({ queryKey: [printKey] })
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
