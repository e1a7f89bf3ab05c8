import { flushSync } from 'react-dom'
import { create } from 'zustand'

/** True while the page is being printed. Lists then show all rows instead of one page. */
export const usePrinting = create<boolean>(() => false)

// The browser prints the page as it is when the event's listeners return.
window.addEventListener('beforeprint', () => flushSync(() => usePrinting.setState(true, true)))
window.addEventListener('afterprint', () => usePrinting.setState(false, true))
