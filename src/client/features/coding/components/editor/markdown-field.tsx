import { Box, Text, Textarea } from '@mantine/core'
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
        <Box
          component="section"
          miw={0}
          px={12}
          pt={8}
          pb={10}
          fz="sm"
          className={classes.preview}
          aria-label={`Preview: ${label}`}
        >
          <Text span inherit display="block" mb={4} c="dimmed" fz="xs" aria-hidden>
            Preview
          </Text>
          {seen.trim() === '' ? (
            <Text size="sm" c="dimmed">
              The preview appears here as you write.
            </Text>
          ) : (
            <RichText text={seen} />
          )}
        </Box>
      )}
    </div>
  )
}
