import { UnstyledButton } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import chips from './exam-header.module.css'
import { ExamPopover } from './exam-popover.tsx'
import classes from './palette.module.css'

const rows: [keys: readonly string[], does: string][] = [
  [['A', 'B', 'C', 'D'], 'answer (or 1 to 4)'],
  [['←', '→'], 'previous or next question'],
  [['M'], 'mark for review, or unmark'],
  [['Delete', '⌫'], 'clear the answer'],
  [['?'], 'show or hide this list'],
  [['Esc'], 'close this list or a dialog'],
]

/** Keyboard shortcuts of the exam room, behind a button that is shown only on devices with a keyboard. */
export function KeyboardHelp({ opened, onChange }: { opened: boolean; onChange: (opened: boolean) => void }) {
  return (
    <ExamPopover
      opened={opened}
      onChange={onChange}
      width={290}
      label="Keyboard"
      trapFocus={false}
      chip={
        <UnstyledButton
          className={`tabular ${chips.chip} ${classes.button}`}
          aria-keyshortcuts="?"
          aria-label="Keyboard"
          title="Keyboard (?)"
          onClick={() => onChange(!opened)}
        >
          <IconKeyboard size={18} aria-hidden />
        </UnstyledButton>
      }
    >
      <dl className={classes.list}>
        {rows.map(([keys, does]) => (
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
    </ExamPopover>
  )
}
