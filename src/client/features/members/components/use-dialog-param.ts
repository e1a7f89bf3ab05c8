import { useNavigate, useSearch } from '@tanstack/react-router'

/** A dialog that a link can open: it stands open while the URL says `?key=1`. @returns `[opened, setOpened]` */
export function useDialogParam(key: 'add' | 'upload') {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const setOpened = (opened: boolean) =>
    void navigate({
      to: '.',
      replace: true,
      resetScroll: false,
      search: (before: Record<string, unknown>) => ({ ...before, [key]: opened ? '1' : undefined }),
    })
  return [search[key] === '1', setOpened] as const
}
