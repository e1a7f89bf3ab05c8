/**
 * Records in `html[data-last-input]` whether a key or a pointer was used last. Browsers show a focus ring when a script
 * moves focus even after a click, for example to a heading or a dialog's button. `app.css` hides it.
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
