import { Box, Button, Popover, Text, UnstyledButton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCloudCheck,
  IconCloudOff,
  IconCloudUp,
  IconDevices,
  IconEye,
  IconKeyboard,
  IconLogin2,
  IconNetworkOff,
} from '@tabler/icons-react'
import { type ComponentPropsWithoutRef, type ReactNode, useId, useState } from 'react'
import { locale, plural } from '#client/lib/format.ts'
import { lastedText } from '#client/lib/time.ts'
import { useOpenDialog } from '#client/ui/modal-stack.ts'
import type { PaperQuestion } from '#shared/tests/tests.schema.ts'
import { choicesFor } from '../model/answer-values.ts'
import type { Violation } from '../model/outbox.ts'
import { countsAgainst, type Noticed } from '../model/room-state.ts'
import { describeSave, type SaveStatus } from '../model/save-status.ts'
import classes from './exam-header.module.css'
import violationClasses from './violations.module.css'

interface HeaderChipProps {
  opened: boolean
  onChange: (opened: boolean) => void
  width: number
  label?: string
  /** False keeps focus in the exam, so its shortcuts still work. */
  trapFocus?: boolean
  /** Props of the button in the header. */
  chip: ComponentPropsWithoutRef<'button'> & { 'data-state'?: string }
  children: ReactNode
}

/** A button in the exam header with a popover. Escape closes the popover, wherever focus is. */
function HeaderChip({ opened, onChange, width, label, trapFocus = true, chip, children }: HeaderChipProps) {
  const id = useId()
  useOpenDialog(`${id}-dropdown`, opened, () => onChange(false))
  return (
    <Popover
      id={id}
      opened={opened}
      onChange={onChange}
      width={width}
      position="bottom"
      shadow="sm"
      withArrow
      trapFocus={trapFocus}
      closeOnEscape={false}
    >
      <Popover.Target>
        <UnstyledButton className={`tabular ${classes.chip}`} onClick={() => onChange(!opened)} {...chip} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label} maw="calc(100vw - 16px)">
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

const saveIcons = {
  saved: IconCloudCheck,
  saving: IconCloudUp,
  offline: IconCloudOff,
  elsewhere: IconDevices,
  outside: IconNetworkOff,
  'signed-out': IconLogin2,
  refused: IconAlertTriangle,
  closed: IconCloudCheck,
}

interface SaveChipProps {
  save: SaveStatus
  onRetry: () => void
  onSignIn: () => void
}

/** The save state, always in the same place. */
export function SaveChip({ save, onRetry, onSignIn }: SaveChipProps) {
  const [opened, setOpened] = useState(false)
  const { label, detail } = describeSave(save)
  const Icon = saveIcons[save.state]
  const isSignedOut = save.state === 'signed-out'
  const content = (
    <>
      <Icon size={18} aria-hidden />
      <span>{label}</span>
    </>
  )
  return (
    <HeaderChip opened={opened} onChange={setOpened} width={280} chip={{ 'data-state': save.state, children: content }}>
      <Text size="sm">{detail}</Text>
      {!['saved', 'saving', 'closed'].includes(save.state) && (
        <Button size="xs" variant="default" mt="xs" onClick={isSignedOut ? onSignIn : onRetry}>
          {isSignedOut ? 'Sign in' : 'Try now'}
        </Button>
      )}
    </HeaderChip>
  )
}

type Shortcut = [keys: readonly string[], does: string]

/** The shortcut keys that answer a question, if any. */
function answerShortcuts(question: PaperQuestion | undefined): Shortcut[] {
  const keys = question ? choicesFor(question).map(({ key }) => key) : []
  const [first, last] = [keys[0], keys.at(-1)]
  if (first === undefined || last === undefined) return []
  const does = question?.type === 'multiple' ? 'select or unselect' : 'answer'
  return [
    [keys.length > 4 ? [first, '…', last] : keys, `${does} (or 1 to ${keys.length === 10 ? '9, 0' : keys.length})`],
  ]
}

const shortcuts: Shortcut[] = [
  [['←', '→'], 'previous or next question'],
  [['M'], 'mark for review, or unmark'],
  [['Delete', '⌫'], 'clear the answer'],
  [['?'], 'show or hide this list'],
  [['Esc'], 'close this list or a dialog'],
]

interface KeyboardHelpProps {
  question: PaperQuestion | undefined
  opened: boolean
  onChange: (opened: boolean) => void
}

/** The exam room's keyboard shortcuts, hidden on touch devices. */
export function KeyboardHelp({ question, opened, onChange }: KeyboardHelpProps) {
  const chip = {
    className: `tabular ${classes.chip} ${classes.keyboard}`,
    'aria-keyshortcuts': '?',
    'aria-label': 'Keyboard',
    title: 'Keyboard (?)',
    children: <IconKeyboard size={18} aria-hidden />,
  }
  return (
    <HeaderChip opened={opened} onChange={onChange} width={290} label="Keyboard" trapFocus={false} chip={chip}>
      <dl className={classes.shortcuts}>
        {[...answerShortcuts(question), ...shortcuts].map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </HeaderChip>
  )
}

const violationWords: Record<Violation['kind'], string> = {
  tab_switch: 'Left this tab',
  fullscreen_exit: 'Exited fullscreen',
  copy: 'Copied from the test',
  paste: 'Pasted into the test',
  second_tab: 'Opened in another tab or device',
  reconnect: 'No connection',
}

const timeOf = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })

/** The number of violations. Pressing it lists them with times and durations. */
export function ViolationList({ noticed: { count, events } }: { noticed: Noticed }) {
  const [opened, setOpened] = useState(false)
  const label = `${plural(count, 'violation')} recorded`
  const elsewhere = count - events.filter(countsAgainst).length
  const content = (
    <>
      <IconEye size={18} aria-hidden />
      <span aria-hidden>{count}</span>
      <span className="visually-hidden">{label}</span>
    </>
  )
  return (
    <HeaderChip
      opened={opened}
      onChange={setOpened}
      width={330}
      label={label}
      chip={{ 'data-state': count > 0 ? 'warned' : 'quiet', title: label, children: content }}
    >
      {events.length === 0 && elsewhere <= 0 && <Text size="sm">Nothing recorded.</Text>}
      {events.length > 0 && (
        <Box
          component="ol"
          mah={240}
          fz="sm"
          className={`rows ${violationClasses.list}`}
          tabIndex={0}
          aria-label="Recorded"
        >
          {events.map((event) => (
            <li key={`${event.kind} ${event.at}`}>
              <Text component="time" inherit c="dimmed" dateTime={event.at} className="tabular nowrap">
                {timeOf.format(new Date(event.at))}
              </Text>
              <span>
                {violationWords[event.kind]}
                {!countsAgainst(event) && (
                  <Text span inherit c="dimmed">
                    {' '}
                    · not counted
                  </Text>
                )}
              </span>
              <Text span inherit c="dimmed" ta="right" className="tabular nowrap">
                {event.durationMs === undefined ? '' : lastedText(event.durationMs)}
              </Text>
            </li>
          ))}
        </Box>
      )}
      {elsewhere > 0 && (
        <Text size="sm" mt="xs">
          {elsewhere} more {elsewhere === 1 ? 'was' : 'were'} recorded earlier or on another device.
        </Text>
      )}
      <Text size="xs" c="dimmed" mt="xs">
        Your college can see this list. It does not end your test.
      </Text>
    </HeaderChip>
  )
}
