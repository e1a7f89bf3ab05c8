/**
 * Records in `html[data-last-input]` whether a key or a pointer was used last. When a script moves focus, for example
 * to a heading or a dialog's button, browsers show a focus ring even after a click. `app.css` hides that ring.
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
