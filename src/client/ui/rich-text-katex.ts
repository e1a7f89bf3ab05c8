import styles from 'katex/dist/katex.min.css?raw'

// Loaded with the first formula. Bundles only the woff2 of each typeface, whereas KaTeX's own stylesheet also
// references two older formats.
const fonts = import.meta.glob<string>('/node_modules/katex/dist/fonts/*.woff2', {
  query: '?url',
  import: 'default',
  eager: true,
})
const sheet = document.createElement('style')
sheet.textContent = styles.replace(
  /src:url\(fonts\/([\w-]+\.woff2)\)[^;}]*/g,
  (_whole, file: string) => `src:url(${fonts[`/node_modules/katex/dist/fonts/${file}`]}) format("woff2")`,
)
document.head.append(sheet)

export { setFormula } from './rich-text-formula.ts'
