import type { HistoryState, LinkProps } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { create } from 'zustand'
import { platformName } from './branding.ts'

/** Link to the parent page, on pages below a tab's top level. */
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

/** The open screen's title and back link, for the shell's header. A tab's top-level screen may have neither. */
export const useShownTitle = create<PageTitle>(() => ({}))
const change = (by: PageTitle) => useShownTitle.setState(by)

/** Sets the screen's title in the shell's header (the page's only h1) and in the browser tab. */
export function usePageTitle(title: string | undefined) {
  useLayoutEffect(() => {
    change({ title })
    return () => change({ title: undefined })
  }, [title])
}

/** Shows a back link above the title in the shell's header. */
export function useBackLink({ to, label, ...kept }: BackLink) {
  const rest = JSON.stringify(kept)
  useLayoutEffect(() => {
    change({ back: { to, label, ...JSON.parse(rest) } })
    return () => change({ back: undefined })
  }, [to, label, rest])
}

/** Sets the browser tab's title. Screens inside the shell use `usePageTitle`. */
export function useDocumentTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · ${platformName}`
  }, [title])
}
