// Before the first paint: the colour scheme chosen in the header, so that a dark page does not flash white.
// A file of its own, because the content security policy allows no inline script.
;(() => {
  let chosen = 'auto'
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value') || 'auto'
  } catch {
    // Storage may be blocked; the system's scheme is used.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const scheme = document.documentElement.dataset
  scheme.mantineColorScheme = dark ? 'dark' : 'light'

  // Paper is white, whatever the screen is.
  let onScreen
  addEventListener('beforeprint', () => {
    onScreen = scheme.mantineColorScheme
    scheme.mantineColorScheme = 'light'
  })
  addEventListener('afterprint', () => {
    scheme.mantineColorScheme = onScreen
  })
})()
