import { useRouterState } from '@tanstack/react-router'

/** The page from which a student's page was opened. Kept in the history state to survive a reload. */
export interface Origin {
  /** URL, including filters. */
  href: string
  title: string
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    origin?: Origin
  }
}

export const useOrigin = () => useRouterState({ select: ({ location }) => location.state.origin })
