import { Popover, UnstyledButton } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import chips from './exam-header.module.css'
import classes from './keyboard-help.module.css'

const rows: [keys: readonly string[], does: string][] = [
  [['A', 'B', 'C', 'D'], 'answer, also 1 to 4'],
  [['←', '→'], 'previous, next question'],
  [['M'], 'mark for review, or unmark'],
  [['Delete', '⌫'], 'clear the answer'],
  [['?'], 'this list'],
]

/** The keys of the exam room, behind a button that only shows where there is a keyboard to be expected. */
export function KeyboardHelp({ opened, onChange }: { opened: boolean; onChange: (opened: boolean) => void }) {
  return (
    <Popover width={290} position="bottom" shadow="sm" withArrow opened={opened} onChange={onChange}>
      <Popover.Target>
        <UnstyledButton
          className={`${chips.chip} ${classes.button}`}
          aria-keyshortcuts="?"
          aria-label="Keyboard"
          title="Keyboard (?)"
          onClick={() => onChange(!opened)}
        >
          <IconKeyboard size={18} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Keyboard">
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
      </Popover.Dropdown>
    </Popover>
  )
}
