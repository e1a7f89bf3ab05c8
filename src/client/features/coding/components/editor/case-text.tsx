import { Button, Group, Input, Text, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { saveText } from '#client/lib/save-file.ts'
import classes from './editor.module.css'

interface CaseTextProps {
  label: string
  value: string
  error: string | undefined
  path: string
  onChange: (value: string) => void
}

/** Longer texts are truncated at first: in a field of a million characters each keystroke takes a second. */
const maxFieldLength = 60_000
const shownOfLong = 1_500

/** Input or output of one case. */
export function CaseText({ label, value, error, path, onChange }: CaseTextProps) {
  const [whole, setWhole] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  if (value.length > maxFieldLength && !whole)
    return (
      <Input.Wrapper label={label} required error={error} labelElement="div">
        <Text size="xs" c="dimmed" className="tabular" mb={4}>
          {value.length.toLocaleString()} characters; this is the beginning.
        </Text>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider or longer than its place is scrolled by keyboard */}
        <pre className={`code-block ${classes.beginning}`} tabIndex={0}>
          {value.slice(0, shownOfLong)}…
        </pre>
        <Group gap="xs" mt={6}>
          <Button variant="default" size="xs" data-path={path} onClick={() => file.current?.click()}>
            Replace by a file
          </Button>
          <Button variant="default" size="xs" onClick={() => saveText('case.txt', value, 'text/plain')}>
            Download
          </Button>
          <Button variant="subtle" color="gray" size="xs" onClick={() => setWhole(true)}>
            Edit here
          </Button>
        </Group>
        <input
          ref={file}
          type="file"
          hidden
          aria-label={`File for ${label}`}
          onChange={async (event) => {
            const chosen = event.currentTarget.files?.[0]
            event.currentTarget.value = ''
            if (chosen) onChange(await chosen.text())
          }}
        />
      </Input.Wrapper>
    )
  return (
    <Textarea
      label={label}
      required
      rows={5}
      resize="vertical"
      spellCheck={false}
      autoCapitalize="off"
      classNames={{ input: 'code-input' }}
      value={value}
      error={error}
      data-path={path}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
