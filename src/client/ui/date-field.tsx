import { ActionIcon, CloseButton, Group, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { now } from '#client/lib/clock.ts'
import { dateText, isDateValue, readDate, unreadDateText } from '#client/lib/date-text.ts'
import { formatShortDate, zoneText } from '#client/lib/time.ts'
import classes from './date.module.css'
import { DatePanel } from './date-panel.tsx'
import type { DatePreset } from './date-presets.ts'
import { Modal } from './modal.tsx'

export interface DateFieldProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'min' | 'max'> {
  /** A filter has an `aria-label` instead. */
  label?: string
  /** As returned by `readDate`; '' for no date, or the raw text if it cannot be parsed. */
  value: string
  /** Called on blur, on Enter, and when a date is picked in the calendar. */
  onChange: (value: string) => void
  /** Also asks for a time of day, and shows the time zone. */
  withTime?: boolean
  /** First and last allowed values. */
  min?: string | undefined
  max?: string | undefined
  presets: readonly DatePreset[]
  clearable?: boolean
}

/** A date that can be typed in many formats or picked in a calendar. */
export function DateField(props: DateFieldProps) {
  const { value, onChange, withTime = false, min, max, presets, clearable, description, error, ...input } = props
  const [typed, setTyped] = useState<string>()
  const [opened, setOpened] = useState(false)
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const name = input.label ?? input['aria-label'] ?? ''
  const show = (at: string) => dateText(at, withTime)

  const change = (next: string) => {
    setTyped(undefined)
    if (next !== value) onChange(next)
  }
  const commit = () => {
    if (typed !== undefined) change(readDate(typed, now(), withTime) ?? typed.trim())
  }
  const isSettled = value !== '' && typed === undefined
  const unread = () => {
    if (!isSettled || isDateValue(value, withTime)) return undefined
    return unreadDateText(withTime)
  }
  const outside = () => {
    if (isSettled && min && value < min) return `Choose ${show(min)} or later`
    if (isSettled && max && value > max) return `Choose ${show(max)} or earlier`
    return undefined
  }

  const panel = (
    <DatePanel
      {...{ withTime, min, max, presets }}
      value={isDateValue(value, withTime) ? value : ''}
      onChange={change}
      onDone={() => setOpened(false)}
    />
  )
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      aria-label={`Open calendar: ${name}`}
      disabled={input.disabled}
      onClick={() => {
        commit()
        setOpened((before) => !before)
      }}
    >
      <IconCalendar size={16} aria-hidden />
    </ActionIcon>
  )
  const clears = clearable && (typed ?? value) !== ''
  const note = withTime ? [description, zoneText(isDateValue(value, true) ? Date.parse(value) : now())] : [description]
  return (
    <Popover
      opened={opened && !phone}
      onChange={setOpened}
      position="bottom-end"
      // Not in a portal: a dialog traps focus and covers anything outside it.
      withinPortal={false}
      shadow="md"
      trapFocus
      returnFocus
    >
      <TextInput
        autoComplete="off"
        spellCheck={false}
        placeholder={withTime ? 'e.g. tomorrow 9:00' : `e.g. ${formatShortDate(new Date(now()).toISOString())}`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...input}
        description={note.filter(Boolean).join(' · ') || undefined}
        error={unread() ?? error ?? outside()}
        value={typed ?? show(value)}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={(event) => {
          commit()
          input.onBlur?.(event)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
          if (event.key === 'ArrowDown' && event.altKey) setOpened(true)
        }}
        rightSectionWidth={clears ? 'var(--both-buttons)' : 'var(--one-button)'}
        className={[classes.field, input.className].filter(Boolean).join(' ')}
        rightSection={
          <Group gap={0} wrap="nowrap">
            {clears && <CloseButton size={28} iconSize={16} aria-label={`Clear: ${name}`} onClick={() => change('')} />}
            {phone ? button : <Popover.Target>{button}</Popover.Target>}
          </Group>
        }
      />
      {/* Escape closes only the popover, not a dialog around it. */}
      <Popover.Dropdown aria-label={name} data-mantine-stop-propagation="true" p="sm" fw={400}>
        {panel}
      </Popover.Dropdown>
      {phone && (
        <Modal opened={opened} onClose={() => setOpened(false)} title={name}>
          {panel}
        </Modal>
      )}
    </Popover>
  )
}
