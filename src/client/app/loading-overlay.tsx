import { Loader } from '@mantine/core'
import { useEffect, useSyncExternalStore } from 'react'
import { readLoading, watchLoading } from '#client/lib/loading.ts'
import classes from './loading-overlay.module.css'

/**
 * Covers the page while `whileLoading` flags something; stands once, around the screens. The focus stays where it is, so that
 * nothing need be given back; until the end keys do nothing there.
 */
export function LoadingOverlay() {
  const label = useSyncExternalStore(watchLoading, readLoading)
  const loading = label !== null
  useEffect(() => {
    if (!loading) return
    const swallow = (event: KeyboardEvent) => {
      // The browser's own shortcuts go on working.
      if (event.ctrlKey || event.metaKey || event.altKey || /^F\d/.test(event.key)) return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', swallow, true)
    return () => window.removeEventListener('keydown', swallow, true)
  }, [loading])
  return (
    // Present before it has text: screen readers only announce changes inside it.
    <div role="status">
      {loading && (
        <div className={classes.cover}>
          <div className={classes.box}>
            <Loader size="sm" />
            {label}
          </div>
        </div>
      )}
    </div>
  )
}
