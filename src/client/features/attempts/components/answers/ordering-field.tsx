import { ActionIcon, Box, Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { RichText } from '#client/ui/rich-text.tsx'
import type { Part } from '#shared/bank/types/arranging.rules.ts'

interface OrderingFieldProps {
  items: readonly Part[]
  /** All ids in the student's order; null if unanswered. */
  value: readonly string[] | null
  onAnswer: (value: string[]) => void
}

type Direction = 'up' | 'down'

/** A list whose items move up and down with buttons, or with the arrow keys on a button. */
export function OrderingField({ items, value, onAnswer }: OrderingFieldProps) {
  const id = useId()
  const toFocus = useRef<{ item: string; direction: Direction } | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const buttonId = (item: string, direction: Direction) => `${id}-${item}-${direction}`
  const order = value ?? items.map((item) => item.id)
  // A moved button loses focus. At either end, the pressed button becomes disabled.
  useLayoutEffect(() => {
    if (!toFocus.current) return
    const { item, direction } = toFocus.current
    toFocus.current = null
    for (const one of [direction, direction === 'up' ? 'down' : 'up'] as const) {
      const button = document.getElementById(buttonId(item, one))
      button?.focus()
      if (document.activeElement === button) return
    }
  })

  const move = (at: number, direction: Direction) => {
    const to = direction === 'up' ? at - 1 : at + 1
    const [moved, other] = [order[at], order[to]]
    if (moved === undefined || other === undefined) return
    toFocus.current = { item: moved, direction }
    setAnnouncement(`Moved to position ${to + 1} of ${order.length}`)
    onAnswer(order.with(at, other).with(to, moved))
  }
  const keep = () => {
    const [first] = order
    if (first !== undefined) toFocus.current = { item: first, direction: 'down' }
    setAnnouncement('Order kept')
    onAnswer([...order])
  }
  const press = (event: KeyboardEvent, at: number) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    move(at, event.key === 'ArrowUp' ? 'up' : 'down')
  }

  return (
    <Stack gap={10} role="group" aria-labelledby="question-text">
      {value === null && (
        <Group gap={12} justify="space-between">
          <Text c="dimmed" fz="sm">
            Use the arrows to put the items in order
          </Text>
          <Button variant="default" h={44} onClick={keep}>
            Keep this order
          </Button>
        </Group>
      )}
      <Stack component="ol" gap={10}>
        {order.map((one, at) => (
          <Group key={one} component="li" gap={10} wrap="nowrap" className="card" py={8} px={10}>
            <Text span miw={22} ta="center" c="dimmed" className="tabular">
              {at + 1}
            </Text>
            <Box id={`${id}-${one}`} flex={1} miw={0}>
              <RichText text={items.find((item) => item.id === one)?.text ?? ''} inline />
            </Box>
            {(['up', 'down'] as const).map((direction) => (
              <ActionIcon
                key={direction}
                id={buttonId(one, direction)}
                size={44}
                variant="default"
                // The accessible name is this label and the item's text.
                aria-label={`Move ${direction}`}
                aria-labelledby={`${buttonId(one, direction)} ${id}-${one}`}
                disabled={at === (direction === 'up' ? 0 : order.length - 1)}
                onClick={() => move(at, direction)}
                onKeyDown={(event) => press(event, at)}
              >
                {direction === 'up' ? <IconArrowUp size={20} aria-hidden /> : <IconArrowDown size={20} aria-hidden />}
              </ActionIcon>
            ))}
          </Group>
        ))}
      </Stack>
      <span className="visually-hidden" aria-live="polite">
        {announcement}
      </span>
    </Stack>
  )
}
