import { type ReactNode, useLayoutEffect } from 'react'

/** Around what takes the place of the words that index.html shows until the program is there. */
export function Drawn({ children }: { children: ReactNode }) {
  useLayoutEffect(() => document.querySelector('.boot')?.remove(), [])
  return children
}
