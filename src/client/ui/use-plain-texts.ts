import { useEffect, useState } from 'react'

type PlainText = (text: string, options: { inline: boolean }) => string

let loaded: PlainText | null = null

const markup = /[\\$`*_|#~^]/
export const hasMarkup = (text: string) => markup.test(text)

/**
 * Plain versions of the authors' texts for places that cannot show markup, such as select options. The converter
 * contains KaTeX, so it is loaded only if there is markup. Until then, or if it fails to load, the source is shown.
 *
 * @param inline false for texts with blocks, such as a question's text
 */
export function usePlainTexts(texts: readonly string[], inline = true): string[] {
  const [plainText, setPlainText] = useState(() => loaded)
  const isNeeded = texts.some(hasMarkup)
  useEffect(() => {
    if (!isNeeded || loaded) return
    import('#client/ui/rich-text-plain.ts')
      .then((module) => {
        loaded = module.plainText
        setPlainText(() => module.plainText)
      })
      .catch(() => {})
  }, [isNeeded])
  return texts.map((text) => (plainText ? plainText(text, { inline }) : text).replace(/\s+/g, ' '))
}
