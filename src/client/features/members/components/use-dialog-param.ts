import { useSearch } from '@tanstack/react-router'
import { useChangeSearch } from '#client/lib/own-search.ts'

/** A dialog that a link can open: it is open while the URL has `?key=1`. @returns `[opened, setOpened]` */
export function useDialogParam(key: 'add' | 'upload') {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const change = useChangeSearch()
  const setOpened = (opened: boolean) => change((before) => ({ ...before, [key]: opened ? '1' : undefined }))
  return [search[key] === '1', setOpened] as const
}
