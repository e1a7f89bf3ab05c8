// A file of its own, because the content security policy allows no inline script.

// Before the first paint: the colour scheme chosen in the header, so that a dark page does not flash white.
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

// Until there is a screen, index.html says that it is loading: nobody must wait without a word for what does not come.
;(() => {
  const longestMs = 20_000
  function say(text) {
    const boot = document.querySelector('.boot')
    if (!boot || boot.role === 'alert') return
    boot.role = 'alert'
    boot.querySelector('span').textContent = text
    const reload = document.createElement('button')
    reload.type = 'button'
    reload.textContent = 'Reload'
    reload.addEventListener('click', () => location.reload())
    boot.append(reload)
  }
  const failed = 'The page could not be loaded. Check the connection, then reload.'
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && say(failed), true)
  setTimeout(() => say('This takes longer than it should. Wait a little more, or reload.'), longestMs)
})()
