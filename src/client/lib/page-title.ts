import { useEffect } from 'react'

/** Names the page in the browser's tab while the caller is mounted. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Examhall`
  }, [title])
}
