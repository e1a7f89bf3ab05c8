import { useCallback, useState } from 'react'

const none: ReadonlySet<string> = new Set()

/**
 * Rows selected by key, kept across pages.
 *
 * @param list the list's filters; changing them clears the selection
 */
export function useSelection(list: string) {
  const [kept, setKept] = useState({ list, ids: none })
  if (kept.list !== list) setKept({ list, ids: none })
  const change = useCallback(
    (some: readonly string[], selected: boolean) =>
      setKept(({ list, ids }) => {
        const next = new Set(ids)
        for (const id of some) {
          if (selected) next.add(id)
          else next.delete(id)
        }
        return { list, ids: next }
      }),
    [],
  )
  const clear = useCallback(() => setKept(({ list }) => ({ list, ids: none })), [])
  return { ids: kept.list === list ? kept.ids : none, change, clear }
}
