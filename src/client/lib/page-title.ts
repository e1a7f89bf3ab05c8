import type { HistoryState, LinkProps } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { platformName } from './branding.ts'

/** The way up from a page below a tab. */
export interface BackLink {
  to: NonNullable<LinkProps['to']>
  search?: Record<string, string | undefined>
  state?: HistoryState
  label: string
}

interface PageTitle {
  title?: string | undefined
  back?: BackLink | undefined
}

/** Title of the current screen, for the shell's header. */
let shown: PageTitle = {}
const listeners = new Set<() => void>()

function change(by: PageTitle) {
  shown = { ...shown, ...by }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The open screen's own title and way back; a screen at the top of its tab may have neither. */
export const useShownTitle = () => useSyncExternalStore(subscribe, () => shown)

/** Names the screen in the shell's header, as the page's only h1, and in the browser's tab. */
export function usePageTitle(title: string | undefined) {
  useLayoutEffect(() => {
    change({ title })
    return () => change({ title: undefined })
  }, [title])
}

/** Shows the way up above the title in the shell's header. */
export function useBackLink({ to, label, ...kept }: BackLink) {
  const rest = JSON.stringify(kept)
  useLayoutEffect(() => {
    change({ back: { to, label, ...JSON.parse(rest) } })
    return () => change({ back: undefined })
  }, [to, label, rest])
}

/** Names the page in the browser's tab. Screens inside the shell use `usePageTitle`. */
export function useDocumentTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · ${platformName}`
  }, [title])
}
