import { Loader } from '@mantine/core'
import { useEffect, useSyncExternalStore } from 'react'
import { readLoading, watchLoading } from '#client/lib/loading.ts'
import classes from './loading-overlay.module.css'

/**
 * Covers the page while `whileLoading` has pending work. Rendered once, around the screens. Focus stays where it is, so
 * nothing has to restore it; key presses are ignored until loading ends.
 */
export function LoadingOverlay() {
  const label = useSyncExternalStore(watchLoading, readLoading)
  const loading = label !== null
  useEffect(() => {
    if (!loading) return
    const swallow = (event: KeyboardEvent) => {
      // Browser shortcuts keep working.
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
