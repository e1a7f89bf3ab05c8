import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import MarkdownIt from 'markdown-it'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const markdown = new MarkdownIt({ html: true })

const filesOf = (folder: string, ending: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path))
    .map((path) => join(folder, path))

/** A page's links, images, anchors and bold words. */
function readPage(path: string) {
  const page = { links: [] as string[], images: [] as string[], anchors: new Set<string>(), bold: [] as string[] }
  const blocks = markdown.parse(readFileSync(join(root, path), 'utf8'), {})
  for (const [at, { type, content, children }] of blocks.entries()) {
    if (type === 'html_block') page.images.push(...imagesIn(content))
    if (type !== 'inline') continue
    for (const [place, token] of (children ?? []).entries()) {
      if (token.type === 'link_open') page.links.push(String(token.attrGet('href')))
      if (token.type === 'image') page.images.push(String(token.attrGet('src')))
      if (token.type === 'html_inline') page.images.push(...imagesIn(token.content))
      if (token.type === 'strong_open') page.bold.push(children?.[place + 1]?.content ?? '')
    }
    if (blocks[at - 1]?.type === 'heading_open')
      page.anchors.add(anchorOf(children?.map((part) => part.content).join('') ?? ''))
  }
  return page
}

const imagesIn = (html: string) => [...html.matchAll(/src="([^"]+)"/g)].map(([, source = '']) => source)

/** Returns the anchor that GitHub generates for a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-')

const pages = new Map(
  ['README.md', 'CONTRIBUTING.md', ...filesOf('docs', /\.md$/)].map((path) => [path, readPage(path)] as const),
)
const isOutside = (target: string) => /^[a-z]+:/.test(target)

describe('the documents', () => {
  it.each([...pages.keys()])('have no broken links: %s', (path) => {
    const { links = [], images = [] } = pages.get(path) ?? {}
    const lost = [...links, ...images].filter((target) => {
      if (isOutside(target)) return false
      const [file = '', anchor] = decodeURI(target).split('#')
      const to = file === '' ? path : join(dirname(path), file)
      if (!existsSync(join(root, to))) return true
      return anchor !== undefined && !pages.get(to)?.anchors.has(anchor)
    })
    expect(lost).toEqual([])
  })

  it('show every image in docs/images', () => {
    const shown = [...pages].flatMap(([path, { images }]) => images.map((image) => join(dirname(path), image)))
    // The images in docs/images/screens are only for the comparison in tests/e2e/pictures.
    const there = filesOf('docs/images', /\.\w+$/).filter((path) => !path.startsWith('docs/images/screens/'))
    expect(there.filter((path) => !shown.includes(path))).toEqual([])
  })
})

describe('the guides', () => {
  it('use exactly the screenshots that the script takes', () => {
    const takes = filesOf('scripts/screenshots', /\.ts$/).flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/take\(\s*'([\w-]+)'/g)].map(([, name]) => `${name}.webp`),
    )
    expect(readdirSync(join(root, 'docs/images/guides')).sort()).toEqual(takes.sort())
  })

  const sources = ['src/client', 'src/shared']
    .flatMap((folder) => filesOf(folder, /\.tsx?$/))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n')
  /** Returns true if the sources contain the text as a complete string or element content. */
  const isOnScreen = (text: string) => {
    const words = text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return new RegExp(`(['"\`>]${words}['"\`<])|(^(.*/>)?\\s*${words}$)`, 'm').test(sources)
  }

  it.each(filesOf('docs/guides', /\.md$/))('use bold only for labels that appear on a screen: %s', (path) => {
    const bold = pages.get(path)?.bold ?? []
    expect(bold.length).toBeGreaterThan(10)
    expect(bold.filter((text) => !isOnScreen(text))).toEqual([])
  })

  it('cannot use a label that appears on no screen', () => expect(isOnScreen('Assign it to colleges now')).toBe(false))
})
