/** Opens the browser's file chooser. While it is open, phones hide the page and browsers leave full screen. */

let choosing: HTMLInputElement | null = null

/** Opens the chooser of a file input. */
export function openChooser(input: HTMLInputElement): void {
  choosing = input
  const over = new AbortController()
  const end = () => {
    over.abort()
    // The page is shown, or full screen lost, just after the chooser closes.
    setTimeout(() => {
      if (choosing === input) choosing = null
    }, 1_000)
  }
  const { signal } = over
  for (const name of ['change', 'cancel']) input.addEventListener(name, end, { signal })
  // Older browsers do not report that nothing was chosen.
  window.addEventListener('focus', end, { signal })
  input.click()
}

/** True while a file chooser that the page opened is on screen. */
export const isChooserOpen = () => choosing?.isConnected === true
