import { Button, Group, Input, Stack, Text } from '@mantine/core'
import { IconFileCode, IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { sizeText } from '#client/lib/format.ts'
import type { SourceFile } from '#shared/coding/comparison.schema.ts'
import { RowTool } from './case-row.tsx'
import { useDraft } from './use-question-draft.ts'

interface SourceFilesProps {
  label: string
  description: string
  files: readonly SourceFile[]
  onChange: (files: SourceFile[]) => void
  /** Path of the field in the draft's errors. */
  path: string
}

/** The files beside a program. A file with the name of another replaces it. */
export function SourceFiles({ label, description, files, onChange, path }: SourceFilesProps) {
  const error = useDraft(({ errors }) => {
    const at = Object.keys(errors).find((one) => one.startsWith(path))
    return at === undefined ? undefined : errors[at]
  })
  const input = useRef<HTMLInputElement>(null)

  const add = async (chosen: readonly File[]) => {
    const added = await Promise.all(chosen.map(async (file) => ({ name: file.name, content: await file.text() })))
    const isReplaced = (name: string) => added.some((file) => file.name === name)
    onChange([...files.filter(({ name }) => !isReplaced(name)), ...added])
  }
  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={error}>
      {files.length > 0 && (
        <Stack component="ul" gap={6} mt={8} aria-label={label}>
          {files.map(({ name, content }) => (
            <Group component="li" key={name} className="card" gap={8} py={4} ps={12} pe={6} wrap="nowrap">
              <IconFileCode size={16} aria-hidden style={{ flexShrink: 0 }} />
              <Text size="sm" className="anywhere" flex={1}>
                {name}
              </Text>
              <Text size="xs" c="dimmed" className="tabular nowrap">
                {sizeText(content.length)}
              </Text>
              <RowTool
                label={`Remove ${name}`}
                off={false}
                onClick={() => onChange(files.filter((file) => file.name !== name))}
              >
                <IconTrash size={16} />
              </RowTool>
            </Group>
          ))}
        </Stack>
      )}
      <Button
        variant="default"
        size="xs"
        mt={8}
        leftSection={<IconPlus size={14} aria-hidden />}
        data-path={path}
        onClick={() => input.current?.click()}
      >
        Add files
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={`${label} to add`}
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          void add(chosen)
        }}
      />
    </Input.Wrapper>
  )
}
