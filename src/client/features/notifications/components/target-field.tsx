import { Button, CloseButton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import type { Chosen } from '../model/notification-form.ts'
import fields from './form-fields.module.css'
import classes from './target-field.module.css'

interface TargetFieldProps {
  label: string
  required?: boolean
  /** The form finds the field by it, to focus it. */
  path: string
  value: readonly Chosen[]
  onChange: (value: Chosen[]) => void
  /** Meaning of an empty choice. */
  nothing: string
  text?: string
  error?: ReactNode
  chooseLabel: string
  onChoose: () => void
}

/** Items shown at first; the rest on request. */
const fewest = 12

/** The chosen items, each removable, and a button to choose more. */
export function TargetField(props: TargetFieldProps) {
  const { label, required, path, value, onChange, nothing, text, error, chooseLabel, onChoose } = props
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const named = value.filter(({ name }) => name !== '')
  const shown = all ? named : named.slice(0, fewest)
  const unnamed = value.length - named.length

  const remove = (id: string, at: number) => {
    onChange(value.filter((one) => one.id !== id))
    // Focus the neighbour, or the button that adds more.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? []
      const next = buttons[Math.min(at, buttons.length - 1)] ?? choose.current
      next?.focus()
    })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot lie in a row
    <div role="group" aria-label={label} className={fields.field}>
      <div className={classes.head}>
        <span className={fields.label} style={{ margin: 0 }} aria-hidden>
          {label}
          {required && <span className={classes.star}> *</span>}
        </span>
        {value.length > 0 && <span className={classes.count}>{value.length.toLocaleString()} chosen</span>}
      </div>
      <div className={classes.box} data-empty={value.length === 0 || undefined} data-error={error ? true : undefined}>
        {value.length === 0 ? (
          <span className={classes.nothing}>{nothing}</span>
        ) : (
          <ul ref={list} className={classes.list} data-all={all || undefined}>
            {shown.map((one, at) => (
              <li key={one.id} className={classes.pill} data-flaw={one.flaw ? true : undefined}>
                <span className={classes.name} title={one.name}>
                  {one.name}
                </span>
                {one.flaw && <span className={classes.flaw}>{one.flaw}</span>}
                <CloseButton
                  size="sm"
                  className={classes.remove}
                  data-remove
                  aria-label={`Remove ${one.name}`}
                  onClick={() => remove(one.id, at)}
                />
              </li>
            ))}
            {unnamed > 0 && shown.length === named.length && (
              <li className={classes.rest}>and {unnamed.toLocaleString()} more</li>
            )}
          </ul>
        )}
        <div className={classes.actions}>
          <Button
            ref={choose}
            variant="default"
            size="xs"
            data-path={path}
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={onChoose}
          >
            {chooseLabel}
          </Button>
          {named.length > fewest && (
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
        </div>
      </div>
      {text && <div className={fields.text}>{text}</div>}
      <div role="alert" className={fields.error}>
        {error}
      </div>
    </div>
  )
}
