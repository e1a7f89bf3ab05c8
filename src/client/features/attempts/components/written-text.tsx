import { codeBlocks } from '../model/code-blocks.ts'
import classes from './written-text.module.css'

/** What an author wrote, as text and line by line as written; code in a type of its own. @param inside a card already */
export function WrittenText({ text, inside = false }: { text: string; inside?: boolean }) {
  return (
    <div className={classes.written} data-inside={inside || undefined}>
      {codeBlocks(text).map((block, index) =>
        block.kind === 'code' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text's blocks never change places
          <code key={index} className={classes.code}>
            {block.text}
          </code>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text's blocks never change places
          <p key={index}>{block.text}</p>
        ),
      )}
    </div>
  )
}
