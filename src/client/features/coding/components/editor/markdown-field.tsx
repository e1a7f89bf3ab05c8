import { Text, Textarea } from '@mantine/core'
import { useDeferredValue } from 'react'
import { RichText } from '#client/ui/rich-text.tsx'
import classes from './editor.module.css'
import { useTextField } from './use-draft.ts'

interface MarkdownFieldProps {
  label: string
  field: Parameters<typeof useTextField>[0]
  description?: string
  required?: boolean
  minRows: number
  maxRows: number
}

/** A Markdown field with a preview below or beside it, as students will see it. */
export function MarkdownField({ label, field, required = false, ...rows }: MarkdownFieldProps) {
  const props = useTextField(field)
  const seen = useDeferredValue(props.value)
  return (
    <div className={classes.markdown} data-large={required || undefined}>
      <Textarea label={label} required={required} autosize {...rows} {...props} />
      {(seen.trim() !== '' || required) && (
        <section className={classes.preview} aria-label={`Preview: ${label}`}>
          <span className={classes.previewTitle} aria-hidden>
            Preview
          </span>
          {seen.trim() === '' ? (
            <Text size="sm" c="dimmed">
              The preview appears here as you write.
            </Text>
          ) : (
            <RichText text={seen} />
          )}
        </section>
      )}
    </div>
  )
}
