import { Box, Button, CloseButton, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import type { Chosen } from '../model/notification-form.ts'
import classes from './form.module.css'

interface TargetFieldProps {
  label: string
  required?: boolean
  /** Identifies the field so that the form can focus it. */
  path: string
  value: readonly Chosen[]
  onChange: (value: Chosen[]) => void
  /** Text for an empty choice. */
  nothing: string
  text?: string
  error?: ReactNode
  chooseLabel: string
  /** Renders the dialog for choosing more. Mounted only while open. */
  dialog: (onClose: () => void) => ReactNode
}

/** Items shown at first. The rest are shown on request. */
const minOptions = 12

/** The chosen items, each removable, and a button to choose more. */
export function TargetField(props: TargetFieldProps) {
  const { label, required, path, value, onChange, nothing, text, error, chooseLabel, dialog } = props
  const [opened, setOpened] = useState(false)
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const named = value.filter(({ name }) => name !== '')
  const shown = all ? named : named.slice(0, minOptions)
  const unnamed = value.length - named.length

  const remove = (id: string, at: number) => {
    onChange(value.filter((one) => one.id !== id))
    // Focus the neighbouring item, or the button that adds more.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? []
      const next = buttons[Math.min(at, buttons.length - 1)] ?? choose.current
      next?.focus()
    })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out in a row
    <div role="group" aria-label={label} className={classes.field}>
      <Group gap="sm" wrap="nowrap" align="baseline" justify="space-between" mb={4}>
        <Text span inherit fz="sm" fw={550} aria-hidden>
          {label}
          {required && (
            <Text span inherit c="var(--mantine-color-error)">
              {' '}
              *
            </Text>
          )}
        </Text>
        {value.length > 0 && (
          <Text span inherit c="dimmed" fz="xs" className="tabular">
            {value.length.toLocaleString()} chosen
          </Text>
        )}
      </Group>
      <div
        className={`card ${classes.box}`}
        data-empty={value.length === 0 || undefined}
        data-error={error ? true : undefined}
      >
        {value.length === 0 ? (
          <Text span inherit c="dimmed" fz="sm">
            {nothing}
          </Text>
        ) : (
          <ul ref={list} className={classes.list} data-all={all || undefined}>
            {shown.map((one, at) => (
              <Box
                key={one.id}
                component="li"
                maw="100%"
                mih={28}
                pr={3}
                pl={10}
                py={2}
                fz="sm"
                className={classes.pill}
                data-flaw={one.flaw ? true : undefined}
              >
                <Text span inherit lineClamp={3} className="anywhere" title={one.name}>
                  {one.name}
                </Text>
                {one.flaw && (
                  <Text span inherit c="var(--caution)" fz="xs" flex="none">
                    {one.flaw}
                  </Text>
                )}
                <CloseButton
                  size="sm"
                  className={classes.remove}
                  data-remove
                  aria-label={`Remove ${one.name}`}
                  onClick={() => remove(one.id, at)}
                />
              </Box>
            ))}
            {unnamed > 0 && shown.length === named.length && (
              <Box component="li" c="dimmed" fz="sm" style={{ alignSelf: 'center' }}>
                and {unnamed.toLocaleString()} more
              </Box>
            )}
          </ul>
        )}
        <Group gap={6} align="stretch">
          <Button
            ref={choose}
            variant="default"
            size="xs"
            data-path={path}
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setOpened(true)}
          >
            {chooseLabel}
          </Button>
          {named.length > minOptions && (
            <Button variant="subtle" color="gray" size="xs" onClick={() => setAll(!all)} aria-expanded={all}>
              {all ? 'Show fewer' : `Show all ${named.length.toLocaleString()}`}
            </Button>
          )}
          {value.length > 1 && (
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              aria-label={`Remove all: ${label}`}
              onClick={() => {
                onChange([])
                choose.current?.focus()
              }}
            >
              Remove all
            </Button>
          )}
        </Group>
      </div>
      {text && (
        <Text component="div" mt={6} c="dimmed" fz="xs">
          {text}
        </Text>
      )}
      <Text role="alert" component="div" mt={5} c="var(--mantine-color-error)" fz="xs" className="anywhere">
        {error}
      </Text>
      {opened && dialog(() => setOpened(false))}
    </div>
  )
}
