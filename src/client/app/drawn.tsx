import { type ReactNode, useLayoutEffect } from 'react'

/** Wraps content that replaces the loading placeholder from index.html. */
export function Drawn({ children }: { children: ReactNode }) {
  useLayoutEffect(() => document.querySelector('.boot')?.remove(), [])
  return children
}
