/**
 * Notes in `html[data-last-input]` whether a key or a pointer was used last. Browsers show a focus ring on what a script focuses even
 * after a click, such as a heading or the button of a dialog; `app.css` hides it.
 */
const note = (input: 'pointer' | 'keyboard') => {
  document.documentElement.dataset.lastInput = input
}

window.addEventListener('pointerdown', () => note('pointer'), true)
window.addEventListener(
  'keydown',
  ({ key }) => {
    if (!['Shift', 'Control', 'Alt', 'Meta'].includes(key)) note('keyboard')
  },
  true,
)
