import { richTokens } from '#shared/bank/rich-text.rules.ts'
import { childrenOf, type XmlElement } from './xml.ts'

/** Keeps the languages of code blocks as classes, as web pages do: `<code class="language-python">`. */

const named = /(?:^|\s)lang(?:uage)?-([\w+#.-]{1,30})(?:\s|$)/

/** The language of a `pre` element by its class, or by that of the code in it; '' for none. */
export const languageOf = (element: XmlElement): string =>
  [element, ...childrenOf(element, 'code')]
    .map(({ attributes }) => named.exec(attributes.class ?? '')?.[1])
    .find(Boolean) ?? ''

/** The class for the language behind a fence, as an attribute. */
export function languageClass(info: string): string {
  const [, language] = /^\s*([\w+#.-]{1,30})(?:\s|$)/.exec(info) ?? []
  return language ? ` class="language-${language}"` : ''
}

/** Adds the classes to the code of HTML that `richHtml` made from this Markdown. */
export function withLanguages(html: string, markdown: string, inline: boolean): string {
  const codes = richTokens(markdown, inline).filter(({ type }) => type === 'fence' || type === 'code_block')
  let at = 0
  return html.replaceAll('<pre><code>', () => `<pre><code${languageClass(codes[at++]?.info ?? '')}>`)
}
