import { useRouterState } from '@tanstack/react-router'

/** Where a student's page was opened. It is kept in the browser's history, so it survives a reload. */
export interface Origin {
  /** With its filters. */
  href: string
  title: string
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    origin?: Origin
  }
}

export const useOrigin = () => useRouterState({ select: ({ location }) => location.state.origin })
